package dev.tenure.store.postgres;

import static java.util.Objects.requireNonNull;

import dev.tenure.spi.TakeoverDelay;
import dev.tenure.store.postgres.sql.SqlNames;
import java.time.Duration;
import javax.sql.DataSource;
import org.postgresql.ds.common.BaseDataSource;

/**
 * Builds a {@link RiverStore}. Not thread-safe.
 *
 * <p>A data source is treated as by {@link PostgresStoreBuilder}: one of the driver's own makes connections for the
 * store to keep, any other may be the application's pool.
 */
public final class RiverStoreBuilder {
    private final DataSource source;
    private String schema = "public";
    private Duration takeoverDelay = Duration.ofSeconds(13);
    private Duration takeoverDelayAfterResign = Duration.ofSeconds(1);
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
     * Holds a lease for so long before it leads if the one before ran out: 13 s unless told otherwise. A River client
     * that is cut off leads on for up to 12 s after that. Less is safe only where none of them stands.
     */
    public RiverStoreBuilder takeoverDelay(Duration delay) {
        this.takeoverDelay = requireNonNull(delay, "delay");
        return this;
    }

    /**
     * Holds a lease for so long before it leads if the leader before resigned, or there was none: 1 s unless told
     * otherwise. A River client resigns before it stops its work. Zero is safe only where none of them stands.
     */
    public RiverStoreBuilder takeoverDelayAfterResign(Duration delay) {
        this.takeoverDelayAfterResign = requireNonNull(delay, "delay");
        return this;
    }

    /**
     * Does not listen: for poolers that share connections between transactions, or to spare one connection. Requests
     * are not heard then, and a row that a River client deleted is waited out, since it is not known why it is gone.
     */
    public RiverStoreBuilder pollOnly() {
        this.pollOnly = true;
        return this;
    }

    /** Says that this data source is no pool, or that the store may keep three of its connections for good. */
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
        return new RiverStore(this);
    }

    DataSource source() {
        return source;
    }

    String schema() {
        return schema;
    }

    TakeoverDelay takeoverDelay() {
        return new TakeoverDelay(takeoverDelay, takeoverDelayAfterResign);
    }

    boolean keepsConnections() {
        return keepsConnections;
    }

    boolean listens() {
        return keepsConnections && !pollOnly;
    }
}
