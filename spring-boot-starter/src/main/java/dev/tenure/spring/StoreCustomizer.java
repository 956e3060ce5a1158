package dev.tenure.spring;

import dev.tenure.spi.LeaseStore;

/** A bean that wraps the store before the candidate uses it. */
@FunctionalInterface
public interface StoreCustomizer {

    /** Returns the store to use; it passes calls on to the given one, and closes it when it is closed. */
    LeaseStore customize(LeaseStore store);
}
