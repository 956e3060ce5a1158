package dev.tenure.spi;

import java.util.Set;

/** A provider whose store meets a library that does not fit, as soon as it is opened. */
public final class MisfitLibraryProvider implements StoreProvider {
    @Override
    public Set<String> schemes() {
        return Set.of("old");
    }

    @Override
    public String example() {
        return "old:library";
    }

    @Override
    public String requires() {
        return "Client 8 or newer";
    }

    @Override
    public LeaseStore open(StoreUri uri) {
        throw new NoClassDefFoundError("old/Client");
    }
}
