package dev.tenure.store.dynamodb;

import dev.tenure.Timing;
import dev.tenure.aws.Shardcoordinator;
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
    /** Has no capabilities: DynamoDB pushes nothing here, and listing elections would scan the whole table. */
    private static final StoreDescription DESCRIPTION =
            new StoreDescription("dynamodb", DynamoDbStoreProvider.REQUIRES, Timing.balanced(), Set.of());

    private final Table table;
    private final @Nullable Shardcoordinator fleet;

    DynamoDbStore(Table table, @Nullable Shardcoordinator fleet, TimeSource time) {
        super(DESCRIPTION, Parts.of(new Leases(table, new ShardcoordinatorLocks(fleet, table.clock()), time)));
        this.table = table;
        this.fleet = fleet;
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
