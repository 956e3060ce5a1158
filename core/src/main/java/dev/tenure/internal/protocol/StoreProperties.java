package dev.tenure.internal.protocol;

import dev.tenure.spi.Backend;
import dev.tenure.spi.Capability;
import dev.tenure.spi.TakeoverDelay;
import java.util.Set;

/** What campaigns must know of the store: what it can do, and how long a lease is held before its term is opened. */
public record StoreProperties(Set<Capability> capabilities, TakeoverDelay takeoverDelay) {
    public static StoreProperties of(Backend store) {
        return new StoreProperties(store.capabilities(), store.takeoverDelay());
    }
}
