package dev.tenure.spi;

import java.util.Set;

/** A provider that opens nothing: enough to see how providers are found. */
public final class UnopenableProvider implements StoreProvider {
    @Override
    public Set<String> schemes() {
        return Set.of("tiny", "tinys");
    }

    @Override
    public String example() {
        return "tiny:anything";
    }

    @Override
    public LeaseStore open(StoreUri uri) {
        throw new UnsupportedOperationException("asked to open " + uri.allowing("size", "password"));
    }
}
