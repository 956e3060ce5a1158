package dev.tenure.aws.contract;

import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The clocks of this machine, with a wall clock that is wrong by an offset of the test. Thread-safe. */
public final class OffsetWallClock implements TimeSource {
    private final AtomicLong offsetMillis = new AtomicLong();

    /** Sets the wall clock forward, or back. */
    public OffsetWallClock step(Duration by) {
        offsetMillis.addAndGet(by.toMillis());
        return this;
    }

    @Override
    public long nanos() {
        return TimeSource.system().nanos();
    }

    @Override
    public long wallMillis() {
        return TimeSource.system().wallMillis() + offsetMillis.get();
    }
}
