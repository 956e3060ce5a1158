package dev.tenure.store.postgres;

import dev.tenure.Timing;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Requests;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TakeoverDelay;
import dev.tenure.store.postgres.connection.ConnectionOpener;
import dev.tenure.store.postgres.connection.ConnectionPool;
import dev.tenure.store.postgres.connection.NotificationListener;
import dev.tenure.store.postgres.doctor.PoolerCheck;
import dev.tenure.store.postgres.doctor.ServerCheck;
import dev.tenure.store.postgres.river.RiverChannel;
import dev.tenure.store.postgres.river.RiverLeases;
import dev.tenure.store.postgres.river.RiverSql;
import dev.tenure.store.postgres.river.RiverTable;
import dev.tenure.store.postgres.river.RiverTermTrace;
import dev.tenure.store.postgres.sql.SqlNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Takes part in the leader election of River's clients in one schema of a PostgreSQL database: observes it, or stands
 * beside them. Thread-safe.
 *
 * <p>While a Tenure candidate leads, no River client runs River's maintenance. So stand only in a schema that you set
 * up for it, and only observe the schemas of applications.
 */
public final class RiverStore implements LeaseStore {
    /** The one election of a schema, by River's name for it. */
    public static final String ELECTION = RiverSql.ELECTION;

    private final ConnectionOpener opener;
    private final ConnectionPool connections;
    private final RiverLeases leases;
    private final RiverChannel channel;
    private final TakeoverDelay takeoverDelay;
    private final @Nullable NotificationListener listener;

    RiverStore(RiverStoreBuilder settings) {
        RiverSql sql = new RiverSql(settings.schema());
        this.takeoverDelay = settings.takeoverDelay();
        RiverTermTrace trace = new RiverTermTrace(takeoverDelay.afterExpiry());
        this.opener = new ConnectionOpener(settings.source());
        this.connections = new ConnectionPool(opener, new RiverTable(sql), settings.keepsConnections());
        this.leases = new RiverLeases(connections, sql, trace, takeoverDelay);
        this.channel = new RiverChannel(leases, sql, trace);
        this.listener = settings.listens()
                ? new NotificationListener(opener, SqlNames.riverChannel(sql.schema()), channel)
                : null;
    }

    /** Returns a builder of a store in the database of this data source. */
    public static RiverStoreBuilder on(DataSource source) {
        return new RiverStoreBuilder(source);
    }

    @Override
    public String requires() {
        return PostgresStoreProvider.REQUIRES;
    }

    @Override
    public String name() {
        return "river";
    }

    @Override
    public Set<Capability> capabilities() {
        return listener == null
                ? Set.of(Capability.STORE_CLOCK, Capability.LISTING)
                : Set.of(Capability.STORE_CLOCK, Capability.LISTING, Capability.WATCH, Capability.REQUESTS);
    }

    @Override
    public Timing timing() {
        return Timing.balanced();
    }

    @Override
    public TakeoverDelay takeoverDelay() {
        return takeoverDelay;
    }

    @Override
    public void checkName(String election) {
        if (!election.equals(ELECTION)) {
            throw new IllegalArgumentException("River has one election in each schema, and its name is '" + ELECTION
                    + "': stand in or observe that instead of '" + election + "', or open a store for another schema");
        }
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        checkName(ballot.election());
        return leases.claim(ballot, deadline);
    }

    @Override
    public Renewal renew(RenewalRequest extension, Deadline deadline) {
        return leases.renew(extension, deadline);
    }

    /** Ignores a reservation: River's row has no room for it, and it only delays others. */
    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        leases.release(lease, deadline);
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        checkName(election);
        return leases.inspect(deadline);
    }

    @Override
    public List<String> elections(Deadline deadline) {
        return leases.inspect(deadline) instanceof Sighting.Never ? List.of() : List.of(ELECTION);
    }

    @Override
    public Watch watch(String election, Runnable wakeUp) {
        checkName(election);
        return listener == null ? LeaseStore.super.watch(election, wakeUp) : listener.watch(election, wakeUp);
    }

    @Override
    public Requests requests() {
        return listener == null ? LeaseStore.super.requests() : channel;
    }

    @Override
    public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
        List<CheckResult> found = new ArrayList<>(connections.lend(
                "asking the server about itself", deadline, pooled -> ServerCheck.run(pooled, deadline)));
        found.add(leases.rights(deadline));
        found.addAll(new PoolerCheck(opener, listener != null).run(deadline));
        return found;
    }

    @Override
    public boolean isClosed() {
        return connections.isClosed();
    }

    /** Closes the connections, and does not wait for calls that are under way. */
    @Override
    public void close() {
        channel.close();
        if (listener != null) {
            listener.close();
        }
        connections.close();
    }
}
