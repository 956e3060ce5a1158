package dev.tenure.store.postgres;

import static java.util.Objects.requireNonNull;

import dev.tenure.store.postgres.connection.ConnectionOpener;
import dev.tenure.store.postgres.connection.StatementConnections;
import dev.tenure.store.postgres.sql.SqlNames;
import dev.tenure.store.postgres.tables.LeaseSql;
import dev.tenure.store.postgres.tables.SchemaSetup;
import javax.sql.DataSource;
import org.postgresql.ds.common.BaseDataSource;

/**
 * Builds a {@link PostgresStore}. Not thread-safe.
 *
 * <p>A data source of the PostgreSQL driver opens a new connection each time, and the store keeps its connections. Any
 * other data source may be the application's pool: the store then takes a connection for the length of a call only, and
 * does not listen, since that takes one for good. {@link #keepConnections} changes this.
 */
public final class PostgresStoreBuilder {
    private final DataSource source;
    private String schema = "public";
    private boolean createsTables = true;
    private boolean pollOnly;
    private boolean keepsConnections;

    PostgresStoreBuilder(DataSource source) {
        this.source = requireNonNull(source, "source");
        this.keepsConnections = source instanceof BaseDataSource;
    }

    /** Keeps the tables in this schema instead of {@code public}. */
    public PostgresStoreBuilder schema(String name) {
        this.schema = SqlNames.checkSchema(name);
        return this;
    }

    /** Sets whether missing tables are created before the first call. Default: true. */
    public PostgresStoreBuilder createIfMissing(boolean create) {
        this.createsTables = create;
        return this;
    }

    /** Does not listen: for poolers that share connections between transactions, or to save one connection. */
    public PostgresStoreBuilder pollOnly() {
        this.pollOnly = true;
        return this;
    }

    /**
     * Lets the store keep three connections of this data source for good, up to two for statements and one to listen:
     * for data sources that are no pool, or a pool with room.
     */
    public PostgresStoreBuilder keepConnections() {
        this.keepsConnections = true;
        return this;
    }

    /** Opens the store. Nothing is sent before its first call. */
    public PostgresStore open() {
        LeaseSql sql = new LeaseSql(schema);
        ConnectionOpener opener = new ConnectionOpener(PostgresStore.NAME, source);
        SchemaSetup tables = new SchemaSetup(sql, createsTables);
        StatementConnections connections = new StatementConnections(opener, tables, keepsConnections);
        return new PostgresStore(sql, tables, opener, connections, keepsConnections && !pollOnly);
    }
}
