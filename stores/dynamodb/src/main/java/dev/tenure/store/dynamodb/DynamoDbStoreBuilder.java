package dev.tenure.store.dynamodb;

import static java.util.Objects.requireNonNull;

import dev.tenure.StoreException;
import dev.tenure.aws.ServiceClock;
import dev.tenure.aws.Shardcoordinator;
import dev.tenure.spi.TimeSource;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Builds a {@link DynamoDbStore}. Not thread-safe. */
public final class DynamoDbStoreBuilder {
    private final DynamoDbClient client;
    private final String table;
    private boolean createsTable;
    private boolean ownsClient;
    private boolean leasesOnly;
    private @Nullable Shardcoordinator fleet;
    private TimeSource time = TimeSource.system();

    DynamoDbStoreBuilder(DynamoDbClient client, String table) {
        this.client = requireNonNull(client, "client");
        this.table = NameRules.checkTable(table);
    }

    /** Sets whether a missing table is created when the store is opened. Default: false. */
    public DynamoDbStoreBuilder createIfMissing(boolean create) {
        this.createsTable = create;
        return this;
    }

    /** Shares the table and its elections with a fleet of shardcoordinator. All candidates of Tenure must set this. */
    public DynamoDbStoreBuilder sharedWith(Shardcoordinator shardcoordinator) {
        this.fleet = requireNonNull(shardcoordinator, "shardcoordinator");
        return this;
    }

    /**
     * Sets whether nothing but leases is kept: no roster, requests or history, and no write units for them. The peer
     * channel can bring the first two instead. Default: false.
     */
    public DynamoDbStoreBuilder leasesOnly(boolean only) {
        this.leasesOnly = only;
        return this;
    }

    /** Closes the client with the store: for a client that was created for it. */
    DynamoDbStoreBuilder ownsClient() {
        this.ownsClient = true;
        return this;
    }

    /** Reads these clocks instead of the machine's. */
    DynamoDbStoreBuilder time(TimeSource clocks) {
        this.time = clocks;
        return this;
    }

    /**
     * Opens the store. Nothing is sent before its first call, unless the table is to be created.
     *
     * @throws StoreException if the table is to be made, and cannot be
     */
    public DynamoDbStore open() {
        Table opened = new Table(client, ownsClient, table, new ServiceClock(time));
        if (createsTable) {
            try {
                new TableCreator(opened, time).makeIfMissing();
            } catch (StoreException e) {
                opened.close();
                throw e;
            }
        }
        return DynamoDbStore.open(opened, fleet, leasesOnly, time);
    }
}
