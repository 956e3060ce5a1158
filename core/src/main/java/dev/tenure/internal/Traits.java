package dev.tenure.internal;

import dev.tenure.spi.Backend;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Grace;
import java.util.Set;

/**
 * What campaigns must know of the store they call.
 *
 * @param capabilities what it can do
 * @param grace how long a lease is held before its term is opened
 */
public record Traits(Set<Capability> capabilities, Grace grace) {

    /** Returns the traits of a store. */
    public static Traits of(Backend store) {
        return new Traits(store.capabilities(), store.grace());
    }
}
