package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.testkit.History.Finding;
import dev.tenure.testkit.History.Reign;
import dev.tenure.testkit.History.Wrong;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryTest {
    private final History history = new History();

    @Test
    void oneAfterTheOtherWithGrowingTokensIsSound() {
        history.add(new Reign("a", 1, 0, 10));
        history.add(new Reign("b", 2, 10, 20));
        history.add(new Reign("a", 5, 25, 30));

        assertThat(history.findings()).isEmpty();
    }

    @Test
    void twoAtOnceAreFoundWithTheTimeTheyShared() {
        Reign first = new Reign("a", 1, 0, 2_000_000);
        Reign second = new Reign("b", 2, 500_000, 3_000_000);
        history.add(second);
        history.add(first);

        assertThat(history.findings()).containsExactly(new Finding(Wrong.OVERLAP, first, second));
        assertThat(history.findings().get(0))
                .hasToString("two led at once for PT0.0015S: "
                        + "a with token 1 from 0 to 2000000; b with token 2 from 500000 to 3000000");
    }

    @Test
    void anOverlapWithOneThatIsNotTheLastIsFoundToo() {
        history.add(new Reign("a", 1, 0, 100));
        history.add(new Reign("b", 2, 10, 20));
        history.add(new Reign("c", 3, 50, 60));

        assertThat(history.findings()).hasSize(2).allMatch(finding -> finding.what() == Wrong.OVERLAP);
    }

    @Test
    void aTokenThatDoesNotGrowIsFound() {
        Reign first = new Reign("a", 7, 0, 10);
        Reign equal = new Reign("b", 7, 20, 30);
        Reign lower = new Reign("c", 6, 40, 50);
        history.add(first);
        history.add(equal);
        history.add(lower);

        assertThat(history.findings())
                .containsExactly(
                        new Finding(Wrong.TOKEN_ORDER, first, equal),
                        new Finding(Wrong.TOKEN_ORDER, first, lower),
                        new Finding(Wrong.TOKEN_ORDER, equal, lower));
        assertThat(history.findings().get(0).toString()).startsWith("the token did not grow: a with token 7");
    }

    @Test
    void reportsOfOneReignAreJoined() {
        history.add(new Reign("a", 1, 10, 20));
        history.add(new Reign("a", 1, 10, 50));
        history.add(new Reign("a", 1, 5, 15));

        assertThat(history.reigns()).containsExactly(new Reign("a", 1, 5, 50));
    }

    @Test
    void timesAreComparedAcrossTheEndOfTheirRange() {
        history.add(new Reign("b", 2, Long.MIN_VALUE + 5, Long.MIN_VALUE + 9));
        history.add(new Reign("a", 1, Long.MAX_VALUE - 5, Long.MIN_VALUE + 3));

        assertThat(history.reigns()).extracting(Reign::who).containsExactly("a", "b");
        assertThat(history.findings()).isEmpty();
    }

    @Test
    void whatProcessesWroteIsReadAndTheLastBreathOfAKilledOneLeftOut(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("a.log");
        Files.writeString(
                file, new Reign("a", 1, -10, 20).line() + "\n" + new Reign("a", 1, -10, 30).line() + "\na 1 1");

        history.read(file);

        assertThat(history.reigns()).containsExactly(new Reign("a", 1, -10, 30));
    }

    @Test
    void aLineOfAnotherFormIsRefused(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("a.log"), "a 1 2\n");

        assertThatThrownBy(() -> history.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("WHO TOKEN START END");
    }

    @Test
    void aReignIsOneWordAndDoesNotEndBeforeItStarts() {
        assertThatThrownBy(() -> new Reign("two words", 1, 0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Reign("a", 1, 1, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
