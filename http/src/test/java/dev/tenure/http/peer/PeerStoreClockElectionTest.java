package dev.tenure.http.peer;

import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.testkit.MinimalStore;
import org.junit.jupiter.api.Tag;

/** Elections on a store with a clock, which pushed records do not carry. */
@Tag("slow")
class PeerStoreClockElectionTest extends PeerElectionTest {
    private final MemoryStore store = new MemoryStore(TimeSource.system());

    @Override
    LeaseStore inner() {
        return new MinimalStore(store.handle());
    }
}
