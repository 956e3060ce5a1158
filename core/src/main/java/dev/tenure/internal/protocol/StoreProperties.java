package dev.tenure.internal.protocol;

import dev.tenure.spi.Backend;
import dev.tenure.spi.Capability;
import dev.tenure.spi.TakeoverDelay;
import java.util.Set;

/**
 * What the campaigns of one candidate must know of its store.
 *
 * @param capabilities what the store can do
 * @param takeoverDelay how long a lease is held before its term is opened
 * @param slots when in an interval they renew
 */
public record StoreProperties(Set<Capability> capabilities, TakeoverDelay takeoverDelay, RenewalSlots slots) {
    public StoreProperties(Set<Capability> capabilities, TakeoverDelay takeoverDelay) {
        this(capabilities, takeoverDelay, new RenewalSlots());
    }

    public static StoreProperties of(Backend store) {
        return new StoreProperties(store.capabilities(), store.takeoverDelay());
    }
}
