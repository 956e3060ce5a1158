/** Keeps leases in the memory of one JVM. */
module dev.tenure.store.memory {
    requires transitive dev.tenure;
    requires static org.jspecify;

    exports dev.tenure.store.memory;

    provides dev.tenure.spi.StoreProvider with
            dev.tenure.store.memory.MemoryStoreProvider;
}
