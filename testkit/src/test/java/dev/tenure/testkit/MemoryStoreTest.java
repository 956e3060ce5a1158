package dev.tenure.testkit;

import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.memory.MemoryStore;
import java.time.Duration;
import java.time.Instant;

// snippet: contract
class MemoryStoreTest extends LeaseStoreContract {
    private final ManualTime time = new ManualTime();
    private final MemoryStore store = new MemoryStore(time, true);

    @Override
    protected LeaseStore open() {
        return store.handle();
    }

    @Override
    protected LeaseStore openInRealTime() {
        return new MemoryStore(TimeSource.system());
    }

    @Override
    protected void elapse(String election, Duration duration) {
        time.advance(duration);
    }

    @Override
    protected Instant now() {
        return time.wall();
    }

    @Override
    protected void corrupt(String election) {
        store.corrupt(election);
    }

    @Override
    protected void forget(String election) {
        store.forget(election);
    }
}
// end
