package dev.tenure;

import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreProvider;
import dev.tenure.spi.StoreUri;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** Opens stores in memory, and remembers them. */
public final class RecordingProvider implements StoreProvider {
    /** The stores that were opened, in order. */
    static final List<InMemoryStore> OPENED = new CopyOnWriteArrayList<>();

    @Override
    public Set<String> schemes() {
        return Set.of("wee");
    }

    @Override
    public String example() {
        return "wee:store";
    }

    @Override
    public LeaseStore open(StoreUri uri) {
        InMemoryStore store = new InMemoryStore();
        OPENED.add(store);
        return store;
    }
}
