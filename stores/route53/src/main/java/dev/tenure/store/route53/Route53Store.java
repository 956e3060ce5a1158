package dev.tenure.store.route53;

import dev.tenure.StoreException;
import dev.tenure.aws.Shardcoordinator;
import dev.tenure.spi.CellStore;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.TakeoverDelay;
import dev.tenure.spi.TimeSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.route53.Route53Client;

/**
 * Keeps leases in TXT records of a hosted zone of Route53, by change batches. Thread-safe.
 *
 * <p>It has no clock: a lease is dead when its records were seen unchanged for long enough. DNS itself is not used. The
 * zone may be shared with shardcoordinator: the lock records have its format.
 */
public final class Route53Store extends ForwardingStore {
    private final BatchRenewal batches;
    private final BatchRelease releases;
    private final @Nullable Shardcoordinator fleet;

    Route53Store(Zone zone, RecordNames names, @Nullable Shardcoordinator fleet, TimeSource time) {
        this(new Route53Cell(zone, names, new ShardcoordinatorLocks(fleet, zone.clock())), zone, fleet, time);
    }

    private Route53Store(Route53Cell cell, Zone zone, @Nullable Shardcoordinator fleet, TimeSource time) {
        super(CellStore.over(cell, time));
        this.batches = new BatchRenewal(cell, zone);
        this.releases = new BatchRelease(cell, zone, (CellStore) delegate(), BatchRelease.MOMENT);
        this.fleet = fleet;
    }

    /**
     * Returns a builder of a store in this zone, on the application's own client, which is never closed.
     *
     * @param domain what the names of all records end in: that of the zone, or one within it
     */
    public static Route53StoreBuilder on(Route53Client client, String zoneId, String domain) {
        return new Route53StoreBuilder(client, zoneId, domain);
    }

    @Override
    public List<Optional<Renewal>> renewAll(List<RenewalRequest> extensions, Deadline deadline) {
        requireOpen();
        return batches.renewAll(extensions, deadline);
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        requireOpen();
        releases.release(lease, to, deadline);
    }

    private void requireOpen() {
        if (isClosed()) {
            throw StoreException.closed(name());
        }
    }

    @Override
    public TakeoverDelay takeoverDelay() {
        return fleet == null ? TakeoverDelay.NONE : fleet.takeoverDelay();
    }
}
