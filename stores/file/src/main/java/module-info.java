/** Keeps leases in a folder. */
module dev.tenure.store.file {
    requires transitive dev.tenure;
    requires dev.tenure.store.support;
    requires static org.jspecify;

    exports dev.tenure.store.file;

    provides dev.tenure.spi.StoreProvider with
            dev.tenure.store.file.FileStoreProvider;
}
