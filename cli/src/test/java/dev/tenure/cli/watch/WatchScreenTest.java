package dev.tenure.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.console.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link WatchScreen}. */
class WatchScreenTest {
    private final ByteArrayOutputStream drawn = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(drawn, true, StandardCharsets.UTF_8);

    private String drawn() {
        return drawn.toString(StandardCharsets.UTF_8);
    }

    @Test
    void oversizedPictureIsCutWithANotice() {
        WatchScreen screen = new WatchScreen(out, () -> new Terminal(3, 10));
        drawn.reset();

        screen.draw(List.of("0123456789", "0123456789-", "three", "four"));

        assertThat(drawn()).contains("0123456789\u001b").contains("012345678…").doesNotContain("three");
        assertThat(drawn()).contains("… 2 more …").doesNotContain("window");
    }

    @Test
    void fittingPictureIsShownWhole() {
        WatchScreen screen = new WatchScreen(out, () -> new Terminal(2, 10));

        screen.draw(List.of("one", "two"));

        assertThat(drawn()).contains("one").contains("two").doesNotContain("…").doesNotContain("two\u001b[K\r\n");
    }

    @Test
    void terminalIsRestoredOnceWithTheWholeLastPicture() {
        WatchScreen screen = new WatchScreen(out, () -> new Terminal(2, 10));
        screen.draw(List.of("one", "two", "three"));
        drawn.reset();

        screen.close();
        screen.close();
        screen.draw(List.of("late"));

        assertThat(drawn()).isEqualTo("\u001b[?25h\u001b[?1049lone\ntwo\nthree\n");
    }

    @Test
    void terminalSizesAreParsed() {
        assertThat(Terminal.parse("50 132\n")).isEqualTo(new Terminal(50, 132));
        assertThat(Terminal.parse("0 0\n")).isEqualTo(Terminal.parse("unknown"));
    }
}
