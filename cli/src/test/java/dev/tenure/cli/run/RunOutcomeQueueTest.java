package dev.tenure.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.guardian.RunOutcome;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RunOutcomeQueueTest {
    private final RunOutcomeQueue outcomes = new RunOutcomeQueue();

    private static Deadline passed() {
        return Deadline.after(TimeSource.system(), Duration.ZERO);
    }

    @Test
    void noRunBeginsAfterGivingUp() throws InterruptedException {
        assertThat(outcomes.takeBy(passed())).isNull();

        assertThat(outcomes.begin()).isFalse();
        assertThat(outcomes.takeBy(passed())).isNull();
    }

    @Test
    void runThatBeganIsReportedHoweverLate() throws InterruptedException {
        assertThat(outcomes.begin()).isTrue();

        assertThat(outcomes.takeBy(passed())).isEqualTo(RunOutcome.of(RunOutcome.Kind.ELECTED));
        assertThat(outcomes.begin()).isTrue();
    }

    @Test
    void endedCommandDoesNotRunAgain() {
        outcomes.end();

        assertThat(outcomes.begin()).isFalse();
    }
}
