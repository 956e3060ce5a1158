package dev.tenure.store.memory;

import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreProvider;
import dev.tenure.spi.StoreUri;
import dev.tenure.spi.TimeSource;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Opens {@code memory:NAME}: a {@link MemoryStore} whose records all stores of that name in this JVM share.
 * Thread-safe.
 */
public final class MemoryStoreProvider implements StoreProvider {
    private static final Map<String, MemoryStore> STORES = new ConcurrentHashMap<>();

    @Override
    public Set<String> schemes() {
        return Set.of("memory");
    }

    @Override
    public String example() {
        return "memory:NAME";
    }

    @Override
    public LeaseStore open(StoreUri uri) {
        String name = uri.allowing().rest();
        if (name.isEmpty()) {
            throw new IllegalArgumentException("a store in memory needs a name: write " + example());
        }
        return STORES.computeIfAbsent(name, unused -> new MemoryStore(TimeSource.system(), true))
                .handle();
    }
}
