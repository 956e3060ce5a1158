package dev.tenure.store.support;

import static java.util.Objects.requireNonNull;

import dev.tenure.Timing;
import dev.tenure.spi.Backend;
import dev.tenure.spi.Capability;
import java.util.Set;

/**
 * The fixed facts about a store; see the methods of {@link Backend} with the same names.
 *
 * @param name the short name for people
 * @param requires the library that the store needs, with its version; empty if it needs none
 * @param timing the timing that suits the store
 * @param capabilities the optional abilities of the store
 */
public record StoreDescription(String name, String requires, Timing timing, Set<Capability> capabilities) {
    public StoreDescription {
        requireNonNull(name, "name");
        requireNonNull(requires, "requires");
        requireNonNull(timing, "timing");
        capabilities = Set.copyOf(capabilities);
    }
}
