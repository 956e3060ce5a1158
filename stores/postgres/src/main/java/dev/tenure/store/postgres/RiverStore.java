package dev.tenure.store.postgres;

import dev.tenure.Timing;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TakeoverDelay;
import dev.tenure.store.postgres.connection.ConnectionOpener;
import dev.tenure.store.postgres.connection.NotificationListener;
import dev.tenure.store.postgres.connection.StatementConnections;
import dev.tenure.store.postgres.doctor.PoolerCheck;
import dev.tenure.store.postgres.doctor.ServerCheck;
import dev.tenure.store.postgres.river.RiverChannel;
import dev.tenure.store.postgres.river.RiverHistory;
import dev.tenure.store.postgres.river.RiverLeases;
import dev.tenure.store.postgres.river.RiverSql;
import dev.tenure.store.support.CompositeStore;
import dev.tenure.store.support.StoreDescription;
import java.util.ArrayList;
import java.util.EnumSet;
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
public final class RiverStore extends CompositeStore {
    /** The one election of a schema, by River's name for it. */
    public static final String ELECTION = RiverSql.ELECTION;

    static final String NAME = "river";

    private final ConnectionOpener opener;
    private final StatementConnections connections;
    private final RiverLeases leases;
    private final TakeoverDelay takeoverDelay;
    private final @Nullable NotificationListener listener;
    private final @Nullable RiverHistory history;

    /**
     * What a store may have besides leases.
     *
     * @param channel the channel of notices, or null if the store does not listen
     * @param history the history, or null if none is kept
     */
    record Besides(@Nullable RiverChannel channel, @Nullable RiverHistory history) {

        private Set<Capability> capabilities() {
            Set<Capability> all = EnumSet.of(Capability.STORE_CLOCK, Capability.LISTING);
            if (channel != null) {
                all.addAll(Set.of(Capability.WATCH, Capability.REQUESTS));
            }
            if (history != null) {
                all.add(Capability.HISTORY);
            }
            return all;
        }
    }

    /** Creates a store that listens on the channel, if there is one. */
    RiverStore(
            ConnectionOpener opener,
            StatementConnections connections,
            RiverLeases leases,
            Besides besides,
            TakeoverDelay takeoverDelay) {
        super(
                new StoreDescription(NAME, PostgresStoreProvider.REQUIRES, Timing.balanced(), besides.capabilities()),
                new Parts(leases, null, besides.channel(), besides.history(), null));
        RiverChannel channel = besides.channel();
        this.history = besides.history();
        this.opener = opener;
        this.connections = connections;
        this.leases = leases;
        this.takeoverDelay = takeoverDelay;
        this.listener = channel == null ? null : new NotificationListener(opener, channel.name(), channel);
    }

    /** Returns a builder of a store in the database of this data source. */
    public static RiverStoreBuilder on(DataSource source) {
        return new RiverStoreBuilder(source);
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
        return super.claim(ballot, deadline);
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        checkName(election);
        return super.inspect(election, deadline);
    }

    @Override
    public Watch watch(String election, Runnable wakeUp) {
        checkName(election);
        return listener == null ? super.watch(election, wakeUp) : listener.watch(election, wakeUp);
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
    protected void closeResources() {
        if (listener != null) {
            listener.close();
        }
        if (history != null) {
            history.close();
        }
        connections.close();
    }
}
