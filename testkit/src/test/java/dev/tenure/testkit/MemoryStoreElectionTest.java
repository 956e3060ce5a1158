package dev.tenure.testkit;

import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.memory.MemoryStore;
import org.junit.jupiter.api.Tag;

/** Elections on a store with a clock that pushes wake-ups. */
@Tag("slow")
class MemoryStoreElectionTest extends ElectionContract {
    private final MemoryStore store = new MemoryStore(TimeSource.system(), true);

    @Override
    protected LeaseStore open() {
        return store.handle();
    }
}
