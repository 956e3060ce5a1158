package dev.tenure.testkit;

import dev.tenure.spi.Capability;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.LeaseStore;
import java.util.EnumSet;
import java.util.Set;

/**
 * A store that can do no more than it must, whatever the one behind it can: no wake-ups, no batches, no roster, no
 * requests, no history, no baton. It keeps its clock if it has one, because claims depend on it. Thread-safe.
 */
public final class MinimalStore extends ForwardingStore {

    /** Takes from a store what it can do besides keeping leases. */
    public MinimalStore(LeaseStore store) {
        super(store);
    }

    @Override
    public Set<Capability> capabilities() {
        Set<Capability> left = EnumSet.of(Capability.STORE_CLOCK);
        left.retainAll(super.capabilities());
        return left;
    }
}
