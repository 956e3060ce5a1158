package dev.tenure.simulator.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SimClockTest {
    private final VirtualTime time = new VirtualTime();

    @Test
    void trueTimeOfReadingIsExactAtEveryRate() {
        for (long millionths : new long[] {850_000, 950_000, 999_999, 1_000_000, 1_049_999, 1_050_000}) {
            SimClock clock = clock(millionths, Long.MAX_VALUE - 1_000);
            for (long ahead = 0; ahead < 10_000; ahead += 7) {
                long wanted = clock.nanos() + ahead;
                long due = clock.trueTimeAt(wanted);

                assertThat(readingAt(due, millionths)).isGreaterThanOrEqualTo(ahead);
                if (ahead > 0) {
                    assertThat(readingAt(due - 1, millionths)).isLessThan(ahead);
                }
            }
        }
    }

    @Test
    void wallClockContinuesWhileMachineSleeps() {
        SimClock clock = clock(1_000_000, 0);
        pass(1_000_000_000);

        clock.stop();
        pass(5_000_000_000L);
        clock.go();
        pass(1_000_000_000);

        assertThat(clock.nanos()).isEqualTo(2_000_000_000L);
        assertThat(clock.wallMillis()).isEqualTo(7_000);
        assertThat(clock.sleptNanos()).isEqualTo(5_000_000_000L);
    }

    @Test
    void stepMovesOnlyTheWallClock() {
        SimClock clock = clock(1_050_000, 0);
        pass(1_000_000_000);

        clock.stepWall(-60_000_000_000L);

        assertThat(clock.nanos()).isEqualTo(1_050_000_000L);
        assertThat(clock.wallMillis()).isEqualTo(1_050 - 60_000);
    }

    private SimClock clock(long millionths, long nanos) {
        return new SimClock(time, new SimClock.Rates(millionths, millionths, true), nanos, 0);
    }

    private long readingAt(long trueNanos, long millionths) {
        return (trueNanos - time.now()) * millionths / 1_000_000;
    }

    private void pass(long nanos) {
        time.runUntil(time.now() + nanos, () -> false);
    }
}
