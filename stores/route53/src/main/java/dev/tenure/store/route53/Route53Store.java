package dev.tenure.store.route53;

import dev.tenure.Timing;
import dev.tenure.aws.Shardcoordinator;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.CellStore;
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
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.route53.Route53Client;

/**
 * Leases in TXT records of a hosted zone of Route53, by change batches. Thread-safe.
 *
 * <p>It has no clock: a lease is dead when its records were seen unchanged for long enough. Nothing is asked through
 * DNS. The zone may be shared with shardcoordinator, whose format the lock records have.
 */
public final class Route53Store implements LeaseStore {
    private final CellStore leases;
    private final BatchRenewal batches;
    private final BatchRelease releases;
    private final @Nullable Shardcoordinator fleet;

    Route53Store(Zone zone, Names names, @Nullable Shardcoordinator fleet, TimeSource time) {
        Route53Cell cell = new Route53Cell(zone, names, new Foreigners(fleet, zone.clock()));
        this.leases = CellStore.over(cell, time);
        this.batches = new BatchRenewal(cell, zone);
        this.releases = new BatchRelease(cell, zone, leases, BatchRelease.MOMENT);
        this.fleet = fleet;
    }

    /** Opens the store in a zone, with the application's own client, which stays the application's. */
    public static Route53Store open(Route53Client client, String zoneId, String domain) {
        return on(client, zoneId, domain).open();
    }

    /**
     * Begins to say how the store in a zone shall be opened.
     *
     * @param domain what the names of all records end in: that of the zone, or one within it
     */
    public static Route53StoreBuilder on(Route53Client client, String zoneId, String domain) {
        return new Route53StoreBuilder(client, zoneId, domain);
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        return leases.claim(ballot, deadline);
    }

    @Override
    public Renewal renew(RenewalRequest extension, Deadline deadline) {
        return leases.renew(extension, deadline);
    }

    @Override
    public List<Optional<Renewal>> renewAll(List<RenewalRequest> extensions, Deadline deadline) {
        return batches.renewAll(extensions, deadline);
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        releases.release(lease, to, deadline);
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        return leases.inspect(election, deadline);
    }

    @Override
    public String requires() {
        return Route53StoreProvider.REQUIRES;
    }

    @Override
    public String name() {
        return leases.name();
    }

    @Override
    public Set<Capability> capabilities() {
        return leases.capabilities();
    }

    @Override
    public Timing timing() {
        return leases.timing();
    }

    @Override
    public TakeoverDelay takeoverDelay() {
        return fleet == null ? TakeoverDelay.NONE : fleet.takeoverDelay();
    }

    @Override
    public void checkTiming(Timing timing) {
        leases.checkTiming(timing);
    }

    @Override
    public void checkName(String election) {
        leases.checkName(election);
    }

    @Override
    public List<String> elections(Deadline deadline) {
        return leases.elections(deadline);
    }

    @Override
    public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
        return leases.diagnose(timing, deadline);
    }

    /** Closes the client, if the store was opened by URI. */
    @Override
    public boolean isClosed() {
        return leases.isClosed();
    }

    @Override
    public void close() {
        leases.close();
    }
}
