/** Keeps leases in a PostgreSQL database. */
module dev.tenure.store.postgres {
    requires transitive dev.tenure;
    requires transitive dev.tenure.store.support;
    requires transitive java.sql;
    requires java.naming;
    requires org.postgresql.jdbc;
    requires static org.checkerframework.checker.qual;
    requires static org.jspecify;

    exports dev.tenure.store.postgres;

    provides dev.tenure.spi.StoreProvider with
            dev.tenure.store.postgres.PostgresStoreProvider,
            dev.tenure.store.postgres.RiverStoreProvider;
}
