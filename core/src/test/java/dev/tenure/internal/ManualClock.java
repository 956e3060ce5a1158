package dev.tenure.internal;

import dev.tenure.spi.TimeSource;
import java.time.Duration;

/** Clocks that stand still until a test moves them. */
final class ManualClock implements TimeSource {
    private long nanos = Long.MAX_VALUE - Duration.ofSeconds(1).toNanos();
    private long wallMillis = 1_750_000_000_000L;

    @Override
    public long nanos() {
        return nanos;
    }

    @Override
    public long wallMillis() {
        return wallMillis;
    }

    void advance(Duration duration) {
        nanos += duration.toNanos();
        wallMillis += duration.toMillis();
    }

    void advanceMonotonic(Duration duration) {
        nanos += duration.toNanos();
    }

    void stepWall(Duration duration) {
        wallMillis += duration.toMillis();
    }
}
