/** Helpers for writing a store. */
module dev.tenure.store.support {
    requires transitive dev.tenure;
    requires com.fasterxml.jackson.core;
    requires static org.jspecify;

    exports dev.tenure.store.support;
}
