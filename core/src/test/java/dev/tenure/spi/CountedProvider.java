package dev.tenure.spi;

import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/** A provider that counts how often it is loaded. */
public final class CountedProvider implements StoreProvider {
    static final AtomicInteger LOADED = new AtomicInteger();

    /** Is called by the loader of services. */
    public CountedProvider() {
        LOADED.incrementAndGet();
    }

    @Override
    public Set<String> schemes() {
        return Set.of("counted");
    }

    @Override
    public String example() {
        return "counted:anything";
    }

    @Override
    public LeaseStore open(StoreUri uri) {
        throw new UnsupportedOperationException("asked to open " + uri);
    }
}
