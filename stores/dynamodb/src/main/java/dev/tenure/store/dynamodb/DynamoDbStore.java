package dev.tenure.store.dynamodb;

import dev.tenure.StoreException;
import dev.tenure.Timing;
import dev.tenure.aws.Shardcoordinator;
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
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TakeoverDelay;
import dev.tenure.spi.TimeSource;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Leases in a table of DynamoDB, by conditional writes. Thread-safe.
 *
 * <p>It has no clock: a lease is dead when its record was seen unchanged for long enough. The table may be shared with
 * shardcoordinator, whose format it keeps.
 */
public final class DynamoDbStore implements LeaseStore {
    private final Table table;
    private final Leases leases;
    private final @Nullable Shardcoordinator fleet;
    private volatile boolean closed;

    DynamoDbStore(Table table, @Nullable Shardcoordinator fleet, TimeSource time) {
        this.table = table;
        this.fleet = fleet;
        this.leases = new Leases(table, new ShardcoordinatorLocks(fleet, table.clock()), time);
    }

    /** Returns a builder of a store in this table, on the application's own client, which is never closed. */
    public static DynamoDbStoreBuilder on(DynamoDbClient client, String table) {
        return new DynamoDbStoreBuilder(client, table);
    }

    @Override
    public String requires() {
        return DynamoDbStoreProvider.REQUIRES;
    }

    @Override
    public String name() {
        return "dynamodb";
    }

    /** None: there is no push, and listing elections would take a scan of the whole table. */
    @Override
    public Set<Capability> capabilities() {
        return Set.of();
    }

    @Override
    public Timing timing() {
        return Timing.balanced();
    }

    @Override
    public TakeoverDelay takeoverDelay() {
        return fleet == null ? TakeoverDelay.NONE : fleet.takeoverDelay();
    }

    @Override
    public void checkName(String election) {
        NameRules.checkElection(election, fleet != null);
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        requireOpen();
        return leases.claim(ballot, deadline);
    }

    @Override
    public Renewal renew(RenewalRequest extension, Deadline deadline) {
        requireOpen();
        return leases.renew(extension, deadline);
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        requireOpen();
        leases.release(lease, to, deadline);
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        requireOpen();
        return leases.inspect(election, deadline);
    }

    @Override
    public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
        return new DynamoDbDiagnosis(table).run(deadline);
    }

    private void requireOpen() {
        if (closed) {
            throw StoreException.closed(name());
        }
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    /** Closes the client, if the store was opened by URI. */
    @Override
    public void close() {
        closed = true;
        table.close();
    }
}
