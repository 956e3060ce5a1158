package dev.tenure.internal;

import dev.tenure.spi.TimeSource;
import java.time.Duration;

/** Clocks that stand still until a test moves them; the monotonic one wraps around soon. */
final class ManualClock implements TimeSource {
    private static final long FIRST_NANOS =
            Long.MAX_VALUE - Duration.ofSeconds(1).toNanos();

    private long nanos = FIRST_NANOS;
    private long sleptNanos;
    private long wallAheadMillis = 1_750_000_000_000L;

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public long wallMillis() {
        return wallAheadMillis + (nanos - FIRST_NANOS) / 1_000_000;
    }

    void advance(Duration duration) {
        nanos += duration.toNanos();
    }

    void advanceTo(long atNanos) {
        nanos = Moment.later(nanos, atNanos);
    }

    @Override
    public long sleptNanos() {
        return sleptNanos;
    }

    /** Lets the machine sleep: the monotonic clock stands still, all else goes on. */
    void sleep(Duration duration) {
        wallAheadMillis += duration.toMillis();
        sleptNanos += duration.toNanos();
    }

    void stepWall(Duration duration) {
        wallAheadMillis += duration.toMillis();
    }
}
