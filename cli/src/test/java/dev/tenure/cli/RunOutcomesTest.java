package dev.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RunOutcomesTest {
    private final RunOutcomes outcomes = new RunOutcomes();

    private static Deadline passed() {
        return Deadline.after(TimeSource.system(), Duration.ZERO);
    }

    @Test
    void whoGaveUpWaitingRunsNothingAnyMore() throws InterruptedException {
        assertThat(outcomes.takeBy(passed())).isNull();

        assertThat(outcomes.begin()).isFalse();
        assertThat(outcomes.takeBy(passed())).isNull();
    }

    @Test
    void aRunThatBeganIsHeardOfHoweverLate() throws InterruptedException {
        assertThat(outcomes.begin()).isTrue();

        assertThat(outcomes.takeBy(passed())).isEqualTo(RunOutcome.of(RunOutcome.Kind.ELECTED));
        assertThat(outcomes.begin()).isTrue();
    }

    @Test
    void aCommandThatHasEndedDoesNotRunAgain() {
        outcomes.end();

        assertThat(outcomes.begin()).isFalse();
    }
}
