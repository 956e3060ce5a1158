package dev.tenure.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class ServiceClockTest {
    private static final String DATE = "Mon, 16 Nov 2026 03:28:02 GMT";
    private static final long SHOWN = Instant.parse("2026-11-16T03:28:02Z").toEpochMilli();

    private final ManualTime time = new ManualTime();
    private final ServiceClock clock = new ServiceClock(time);

    private void answerAfter(Duration latency) {
        ServiceClock.Sent sent = clock.now();
        time.advance(latency);
        clock.note(DATE, sent);
    }

    @Test
    void withoutAnAnswerTheWallClockIsAsked() {
        assertThat(clock.atMostMillis()).isEqualTo(time.wallMillis());
        assertThat(clock.atLeastMillis()).isEqualTo(time.wallMillis());
        assertThat(clock.wallAhead()).isNull();
    }

    /** The date is of a whole second, and was written at some moment between request and answer. */
    @Test
    void theBoundsHoldWheneverTheAnswerWasWritten() {
        answerAfter(Duration.ofMillis(300));
        time.advance(Duration.ofSeconds(5));

        assertThat(clock.atLeastMillis()).isEqualTo(SHOWN + 5_000);
        assertThat(clock.atMostMillis()).isEqualTo(SHOWN + 5_000 + 300 + 1_000);
    }

    @Test
    void aWallClockThatStepsBackChangesNothing() {
        answerAfter(Duration.ZERO);
        time.stepWall(Duration.ofHours(-1));
        time.advance(Duration.ofSeconds(5));

        assertThat(clock.atLeastMillis()).isEqualTo(SHOWN + 5_000);
        assertThat(clock.atMostMillis()).isEqualTo(SHOWN + 6_000);
    }

    /** What was stated by the later date stands in the table. */
    @Test
    void clockThatStepsBackContinuesFromItsLatestTime() {
        answerAfter(Duration.ZERO);
        time.advance(Duration.ofSeconds(5));
        clock.note("Mon, 16 Nov 2026 02:28:07 GMT", clock.now());
        time.advance(Duration.ofSeconds(5));

        assertThat(clock.atMostMillis()).isEqualTo(SHOWN + 10_000);
    }

    /** The answer was written before the machine slept, and arrived after. */
    @Test
    void answerThatWaitedDuringSleepIsOld() {
        ServiceClock.Sent sent = clock.now();
        time.stepWall(Duration.ofHours(1));
        clock.note(DATE, sent);

        assertThat(clock.isDoubtful()).isTrue();
        assertThat(clock.atMostMillis()).isEqualTo(SHOWN + 1_000 + 3_600_000);
    }

    @Test
    void clockIsDoubtfulOnlyWhenTheWallClockRunsAhead() {
        answerAfter(Duration.ofMillis(300));
        assertThat(clock.isDoubtful()).isFalse();
        time.stepWall(Duration.ofSeconds(2));
        assertThat(clock.isDoubtful()).isTrue();
    }

    /** The monotonic clock stood still meanwhile: an end that is stated by it alone would have passed already. */
    @Test
    void sleepOfTheMachineIsAddedToTheMonotonicClock() {
        answerAfter(Duration.ZERO);
        time.stepWall(Duration.ofMinutes(10));

        assertThat(clock.atMostMillis()).isEqualTo(SHOWN + 1_000 + 600_000);
        assertThat(clock.atLeastMillis()).isEqualTo(SHOWN);
    }

    @Test
    void answerWithoutDateIsIgnored() {
        answerAfter(Duration.ZERO);
        clock.note("yesterday", clock.now());

        assertThat(clock.atMostMillis()).isEqualTo(time.wallMillis());
    }
}
