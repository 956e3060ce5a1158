package dev.tenure.store.dynamodb;

import dev.tenure.Timing;
import dev.tenure.aws.Shardcoordinator;
import dev.tenure.spi.Capability;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TakeoverDelay;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.support.CompositeStore;
import dev.tenure.store.support.ItemHistory;
import dev.tenure.store.support.ItemRequests;
import dev.tenure.store.support.ItemRoster;
import dev.tenure.store.support.StoreDescription;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * Keeps leases, rosters, requests, history and batons in a table of DynamoDB, by conditional writes. Thread-safe.
 *
 * <p>It has no clock: a lease is dead when its record was seen unchanged for long enough. The table may be shared with
 * shardcoordinator: the format is the same.
 */
public final class DynamoDbStore extends CompositeStore {
    /** DynamoDB pushes nothing here, and listing elections would scan the whole table. */
    private static final Set<Capability> CAPABILITIES =
            Set.of(Capability.ROSTER, Capability.REQUESTS, Capability.HISTORY, Capability.BATON);

    /** An item of a kibibyte costs one write unit; this leaves room for its keys and the names of its attributes. */
    private static final ItemRoster.Costs ROSTER_COSTS = new ItemRoster.Costs(900, 1, 1, 1);

    private final Table table;
    private final @Nullable Shardcoordinator fleet;

    private DynamoDbStore(Table table, @Nullable Shardcoordinator fleet, Set<Capability> capabilities, Parts parts) {
        super(new StoreDescription("dynamodb", DynamoDbStoreProvider.REQUIRES, Timing.balanced(), capabilities), parts);
        this.table = table;
        this.fleet = fleet;
    }

    static DynamoDbStore open(Table table, @Nullable Shardcoordinator fleet, boolean leasesOnly, TimeSource time) {
        Leases leases = new Leases(table, new ShardcoordinatorLocks(fleet, table.clock()), time);
        if (leasesOnly) {
            return new DynamoDbStore(table, fleet, Set.of(), Parts.of(leases));
        }
        TableItems items = new TableItems(table);
        // A query of the few requests there are costs as much as the read of one.
        Parts parts = new Parts(
                leases,
                new ItemRoster(items, ROSTER_COSTS),
                new ItemRequests(items, 1),
                new ItemHistory(items),
                new BatonItems(table));
        return new DynamoDbStore(table, fleet, CAPABILITIES, parts);
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
        return new DynamoDbDiagnosis(table, capabilities().isEmpty()).run(deadline);
    }

    /** Closes the client, if the store was opened by URI. */
    @Override
    protected void closeResources() {
        table.close();
    }
}
