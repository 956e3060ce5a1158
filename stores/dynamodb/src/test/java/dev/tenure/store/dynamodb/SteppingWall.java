package dev.tenure.store.dynamodb;

import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** The clocks of this machine, but for the wall clock, which is wrong by as much as a test wants. Thread-safe. */
final class SteppingWall implements TimeSource {
    private final AtomicLong wrongByMillis = new AtomicLong();

    /** Sets the wall clock forward, or back. */
    SteppingWall step(Duration by) {
        wrongByMillis.addAndGet(by.toMillis());
        return this;
    }

    @Override
    public long nanos() {
        return TimeSource.system().nanos();
    }

    @Override
    public long wallMillis() {
        return TimeSource.system().wallMillis() + wrongByMillis.get();
    }
}
