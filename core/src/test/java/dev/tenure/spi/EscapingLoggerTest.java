package dev.tenure.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.internal.fixtures.RecordedLogs;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.System.Logger.Level;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class EscapingLoggerTest {
    private static final String HOSTILE = "a\nb\u001b[2J\u202e";
    private static final String SHOWN = "a\\nb\\x1b[2J\\u202e";

    private final System.Logger log = EscapingLogger.of("dev.tenure");
    private final String mark = UUID.randomUUID().toString();

    private RecordedLogs.Line only() {
        assertThat(RecordedLogs.containing(mark)).hasSize(1);
        return RecordedLogs.containing(mark).get(0);
    }

    @Test
    void aMessageIsEscaped() {
        log.log(Level.WARNING, mark + HOSTILE);

        assertThat(only().text()).isEqualTo(mark + SHOWN);
    }

    @Test
    void aMessageMadeLaterIsEscaped() {
        log.log(Level.WARNING, () -> mark + HOSTILE);

        assertThat(only().text()).isEqualTo(mark + SHOWN);
    }

    @Test
    void parametersAreEscaped() {
        log.log(Level.WARNING, "it''s {0} of {1}", HOSTILE, mark);

        assertThat(only().text()).isEqualTo("it's " + SHOWN + " of " + mark);
    }

    @Test
    void bracesInAMessageAreNoPlaceholders() {
        log.log(Level.WARNING, mark + " {0} it's {x}");

        assertThat(only().text()).isEqualTo(mark + " {0} it's {x}");
    }

    @Test
    void messagesOfAFailureAreEscapedInItsTrace() {
        log.log(Level.WARNING, mark, new IllegalStateException("outer", new IllegalArgumentException(HOSTILE)));

        StringWriter trace = new StringWriter();
        Throwable thrown = only().thrown();
        assertThat(thrown).isNotNull();
        thrown.printStackTrace(new PrintWriter(trace));
        assertThat(trace.toString())
                .startsWith("java.lang.IllegalStateException: outer\n\tat ")
                .contains("Caused by: java.lang.IllegalArgumentException: " + SHOWN + "\n")
                .contains("EscapingLoggerTest")
                .doesNotContain("\u001b", "\u202e");
    }

    @Test
    void messagesOfSuppressedFailuresAreEscapedInATrace() {
        Exception failure = new IllegalStateException("outer");
        failure.addSuppressed(new IllegalArgumentException(HOSTILE));

        log.log(Level.WARNING, mark, failure);

        StringWriter trace = new StringWriter();
        Throwable thrown = only().thrown();
        assertThat(thrown).isNotNull();
        thrown.printStackTrace(new PrintWriter(trace));
        assertThat(trace.toString())
                .contains("Suppressed: java.lang.IllegalArgumentException: " + SHOWN + "\n")
                .doesNotContain("\u001b", "\u202e");
    }

    @Test
    void aFailureWithNothingToEscapeIsLoggedItself() {
        Exception failure = new IllegalStateException("plain");

        log.log(Level.WARNING, mark, failure);

        assertThat(only().thrown()).isSameAs(failure);
    }
}
