package dev.tenure.store.dynamodb;

import dev.tenure.Timing;
import dev.tenure.aws.Shardcoordinator;
import dev.tenure.spi.Capability;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TakeoverDelay;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.support.CompositeStore;
import dev.tenure.store.support.StoreDescription;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Keeps leases in a table of DynamoDB, by conditional writes. Thread-safe.
 *
 * <p>It has no clock: a lease is dead when its record was seen unchanged for long enough. The table may be shared with
 * shardcoordinator: the format is the same.
 */
public final class DynamoDbStore extends CompositeStore {
    /**
     * How many times in an interval a follower looks. With one renewal that makes about four requests an interval for a
     * leader and its follower, and a release is noticed in a third of an interval.
     */
    private static final int LOOKS = 3;

    private final Table table;
    private final @Nullable Shardcoordinator fleet;

    DynamoDbStore(Table table, @Nullable Shardcoordinator fleet, TimeSource time) {
        super(
                description(fleet == null),
                Parts.of(new Leases(table, new ShardcoordinatorLocks(fleet, table.clock()), time, fleet == null)));
        this.table = table;
        this.fleet = fleet;
    }

    /**
     * DynamoDB pushes nothing here, and listing elections would scan the whole table. A claim beside shardcoordinator
     * must name what it replaces, because the delay before a term depends on it.
     */
    private static StoreDescription description(boolean alone) {
        return new StoreDescription(
                "dynamodb",
                DynamoDbStoreProvider.REQUIRES,
                Timing.balanced(),
                alone ? Set.of(Capability.SUCCESSION) : Set.of());
    }

    @Override
    public int looksPerInterval() {
        return LOOKS;
    }

    /** Returns a builder of a store in this table, on the application's own client, which is never closed. */
    public static DynamoDbStoreBuilder on(DynamoDbClient client, String table) {
        return new DynamoDbStoreBuilder(client, table);
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
    public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
        return new DynamoDbDiagnosis(table).run(deadline);
    }

    /** Closes the client, if the store was opened by URI. */
    @Override
    protected void closeResources() {
        table.close();
    }
}
