package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.testkit.OverlapChecker.Finding;
import dev.tenure.testkit.OverlapChecker.ObservedTerm;
import dev.tenure.testkit.OverlapChecker.Violation;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OverlapCheckerTest {
    private final OverlapChecker history = new OverlapChecker();

    @Test
    void successiveTermsWithGrowingTokensAreSound() {
        history.add(new ObservedTerm("a", 1, 0, 10));
        history.add(new ObservedTerm("b", 2, 10, 20));
        history.add(new ObservedTerm("a", 5, 25, 30));

        assertThat(history.findings()).isEmpty();
    }

    @Test
    void overlapIsFoundWithItsLength() {
        ObservedTerm first = new ObservedTerm("a", 1, 0, 2_000_000);
        ObservedTerm second = new ObservedTerm("b", 2, 500_000, 3_000_000);
        history.add(second);
        history.add(first);

        assertThat(history.findings()).containsExactly(new Finding(Violation.OVERLAP, first, second));
        assertThat(history.findings().get(0))
                .hasToString("two led at once for PT0.0015S: "
                        + "a with token 1 from 0 to 2000000; b with token 2 from 500000 to 3000000");
    }

    @Test
    void overlapWithEarlierTermIsFound() {
        history.add(new ObservedTerm("a", 1, 0, 100));
        history.add(new ObservedTerm("b", 2, 10, 20));
        history.add(new ObservedTerm("c", 3, 50, 60));

        assertThat(history.findings()).hasSize(2).allMatch(finding -> finding.what() == Violation.OVERLAP);
    }

    @Test
    void aTokenThatDoesNotGrowIsFound() {
        ObservedTerm first = new ObservedTerm("a", 7, 0, 10);
        ObservedTerm equal = new ObservedTerm("b", 7, 20, 30);
        ObservedTerm lower = new ObservedTerm("c", 6, 40, 50);
        history.add(first);
        history.add(equal);
        history.add(lower);

        assertThat(history.findings())
                .containsExactly(
                        new Finding(Violation.TOKEN_ORDER, first, equal),
                        new Finding(Violation.TOKEN_ORDER, first, lower),
                        new Finding(Violation.TOKEN_ORDER, equal, lower));
        assertThat(history.findings().get(0).toString()).startsWith("the token did not grow: a with token 7");
    }

    @Test
    void reportsOfOneReignAreJoined() {
        history.add(new ObservedTerm("a", 1, 10, 20));
        history.add(new ObservedTerm("a", 1, 10, 50));
        history.add(new ObservedTerm("a", 1, 5, 15));

        assertThat(history.terms()).containsExactly(new ObservedTerm("a", 1, 5, 50));
    }

    @Test
    void timesAreComparedAcrossTheEndOfTheirRange() {
        history.add(new ObservedTerm("b", 2, Long.MIN_VALUE + 5, Long.MIN_VALUE + 9));
        history.add(new ObservedTerm("a", 1, Long.MAX_VALUE - 5, Long.MIN_VALUE + 3));

        assertThat(history.terms()).extracting(ObservedTerm::who).containsExactly("a", "b");
        assertThat(history.findings()).isEmpty();
    }

    @Test
    void halfWrittenLineOfKilledProcessIsIgnored(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("a.log");
        Files.writeString(
                file,
                new ObservedTerm("a", 1, -10, 20).line() + "\n" + new ObservedTerm("a", 1, -10, 30).line() + "\na 1 1");

        history.read(file);

        assertThat(history.terms()).containsExactly(new ObservedTerm("a", 1, -10, 30));
    }

    @Test
    void aLineOfAnotherFormIsRefused(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("a.log"), "a 1 2\n");

        assertThatThrownBy(() -> history.read(file))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("WHO TOKEN START END");
    }

    @Test
    void malformedTermIsRefused() {
        assertThatThrownBy(() -> new ObservedTerm("two words", 1, 0, 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ObservedTerm("a", 1, 1, 0)).isInstanceOf(IllegalArgumentException.class);
    }
}
