package dev.tenure.store.postgres;

import static java.util.Objects.requireNonNull;

import dev.tenure.spi.TakeoverDelay;
import dev.tenure.store.postgres.connection.ConnectionOpener;
import dev.tenure.store.postgres.connection.StatementConnections;
import dev.tenure.store.postgres.river.RiverChannel;
import dev.tenure.store.postgres.river.RiverHistory;
import dev.tenure.store.postgres.river.RiverLeases;
import dev.tenure.store.postgres.river.RiverSql;
import dev.tenure.store.postgres.river.RiverTable;
import dev.tenure.store.postgres.river.RiverTermTrace;
import dev.tenure.store.postgres.sql.SqlNames;
import java.time.Duration;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.postgresql.ds.common.BaseDataSource;

/**
 * Builds a {@link RiverStore}. Not thread-safe.
 *
 * <p>It treats a data source as {@link PostgresStoreBuilder} does: the store keeps connections of the driver's own data
 * sources, and any other may be the application's pool.
 */
public final class RiverStoreBuilder {
    private final DataSource source;
    private String schema = "public";
    private Duration takeoverDelay = Duration.ofSeconds(13);
    private Duration takeoverDelayAfterResign = Duration.ofSeconds(1);
    private @Nullable String historySchema;
    private boolean pollOnly;
    private boolean keepsConnections;

    RiverStoreBuilder(DataSource source) {
        this.source = requireNonNull(source, "source");
        this.keepsConnections = source instanceof BaseDataSource;
    }

    /** Uses the table in this schema instead of {@code public}. */
    public RiverStoreBuilder schema(String name) {
        this.schema = SqlNames.checkRiverSchema(name);
        return this;
    }

    /**
     * Sets how long a new leader holds the lease before it leads if the lease before expired; 13 s by default. A River
     * client that is cut off leads for up to 12 s longer than its lease. Less is safe only where no River client
     * stands.
     */
    public RiverStoreBuilder takeoverDelay(Duration delay) {
        this.takeoverDelay = requireNonNull(delay, "delay");
        return this;
    }

    /**
     * Sets how long a new leader holds the lease before it leads if the leader before resigned, or there was none; 1 s
     * by default. A River client resigns before it stops its work. Zero is safe only where no River client stands.
     */
    public RiverStoreBuilder takeoverDelayAfterResign(Duration delay) {
        this.takeoverDelayAfterResign = requireNonNull(delay, "delay");
        return this;
    }

    /**
     * Keeps a history of Tenure's terms in Tenure's own tables in this schema, which are created if they are missing.
     * Default: none is kept. It needs the rights of a {@link PostgresStore} there, and one or two connections more.
     */
    public RiverStoreBuilder historyIn(String name) {
        this.historySchema = SqlNames.checkSchema(name);
        return this;
    }

    /**
     * Does not listen: for poolers that share connections between transactions, or to save one connection. The store
     * then hears no requests, and waits out a row that a River client deleted, since it does not know why it is gone.
     */
    public RiverStoreBuilder pollOnly() {
        this.pollOnly = true;
        return this;
    }

    /** Lets the store keep three connections of this data source for good. */
    public RiverStoreBuilder keepConnections() {
        this.keepsConnections = true;
        return this;
    }

    /**
     * Opens the store. Nothing is sent before its first call.
     *
     * @throws IllegalArgumentException if a delay is negative
     */
    public RiverStore open() {
        TakeoverDelay delay = new TakeoverDelay(takeoverDelay, takeoverDelayAfterResign);
        RiverSql sql = new RiverSql(schema);
        RiverTermTrace trace = new RiverTermTrace(delay.afterExpiry());
        ConnectionOpener opener = new ConnectionOpener(RiverStore.NAME, source);
        StatementConnections connections = new StatementConnections(opener, new RiverTable(sql), keepsConnections);
        RiverLeases leases = new RiverLeases(connections, sql, trace, delay);
        RiverChannel channel = keepsConnections && !pollOnly ? new RiverChannel(leases, sql, trace) : null;
        RiverHistory history = historySchema == null ? null : new RiverHistory(opener, historySchema, keepsConnections);
        return new RiverStore(opener, connections, leases, new RiverStore.Besides(channel, history), delay);
    }
}
