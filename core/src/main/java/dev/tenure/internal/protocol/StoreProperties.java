package dev.tenure.internal.protocol;

import dev.tenure.spi.Backend;
import dev.tenure.spi.Capability;
import dev.tenure.spi.TakeoverDelay;
import java.util.Set;

/**
 * What campaigns must know of the store.
 *
 * @param capabilities what it can do
 * @param takeoverDelay how long a lease is held before its term is opened
 * @param looksPerInterval how many times in an interval a follower looks
 */
public record StoreProperties(Set<Capability> capabilities, TakeoverDelay takeoverDelay, int looksPerInterval) {
    /** Makes the properties of a store that is looked at once an interval. */
    public StoreProperties(Set<Capability> capabilities, TakeoverDelay takeoverDelay) {
        this(capabilities, takeoverDelay, 1);
    }

    public static StoreProperties of(Backend store) {
        return new StoreProperties(store.capabilities(), store.takeoverDelay(), store.looksPerInterval());
    }
}
