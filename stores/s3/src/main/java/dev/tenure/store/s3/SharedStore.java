package dev.tenure.store.s3;

import dev.tenure.Timing;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.CellStore;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.EscapingLogger;
import dev.tenure.spi.Extension;
import dev.tenure.spi.Finding;
import dev.tenure.spi.Grace;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.StoreException;
import dev.tenure.spi.StoreException.Kind;
import dev.tenure.spi.TimeSource;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A store that is shared with s3lect: one ttl for all, tokens kept apart, and some care with leaders that do not notice
 * that they lead no more. Thread-safe.
 */
final class SharedStore implements LeaseStore {
    /** So far this clock may be behind the store's: s3lect takes a lease for older by as much. */
    private static final Duration MOST_BEHIND = Duration.ofSeconds(1);

    private static final Logger LOG = EscapingLogger.of("dev.tenure.store.s3");

    private final Bucket bucket;
    private final S3Cell cell;
    private final CellStore leases;
    private final TokenKeeper tokens;
    private final Foreigners foreigners;
    private final S3lect fleet;
    private final @Nullable HealthProbe probe;
    private final TimeSource time;

    SharedStore(Bucket bucket, Keys keys, S3lect fleet, TimeSource time) {
        this.bucket = bucket;
        this.tokens = new TokenKeeper(bucket, keys);
        this.foreigners = new Foreigners(keys, tokens, fleet.timeout(), time);
        this.cell = new S3Cell(bucket, keys, foreigners, time);
        this.leases = CellStore.over(cell, time);
        this.fleet = fleet;
        this.probe = fleet.healthProbe();
        this.time = time;
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        Sighting replacing = ballot.grounds().replacing();
        if (replacing == null || !ballot.grounds().waitedOut()) {
            return leases.claim(ballot, deadline); // which refuses it by name
        }
        deadline.requireLeft();
        checkTtl(ballot.ttl());
        checkClock();
        if (replacing instanceof Sighting.Held held && leadsOn(held.lease(), deadline)) {
            return new Answer.Refused(foreigners.signOfLife(held.lease()));
        }
        Lease asked = ballot.grant(replacing.lastToken(), time.wallMillis() * 1000, replacing.version());
        long token = tokens.raise(ballot.election(), asked.token(), deadline);
        Lease lease = new Lease(
                ballot.election(),
                ballot.candidate(),
                token,
                asked.since(),
                ballot.ttl(),
                ballot.stamp(),
                replacing.version());
        Optional<String> version =
                cell.write(ballot.election(), new Sighting.Held(lease, null), replacing.version(), deadline);
        if (version.isPresent()) {
            return new Answer.Granted(lease.withVersion(version.get()));
        }
        Sighting found = cell.read(ballot.election(), deadline);
        return found instanceof Sighting.Held now && now.lease().isSameWrite(lease)
                ? new Answer.Granted(lease.withVersion(now.version())) // the network sent it twice
                : new Answer.Refused(found);
    }

    /** Tells whether the holder of a lease that ran out is to be left alone, because it says that it leads. */
    private boolean leadsOn(Lease dead, Deadline deadline) {
        String address = dead.holder().address();
        if (probe == null || address == null || address.isBlank() || !Foreigners.isForeign(dead)) {
            return false; // a leader of Tenure's stops by itself
        }
        if (!probe.saysItLeads(dead.holder().instance(), address, deadline)) {
            return false;
        }
        boolean waits = fleet.probe() == S3lect.Probe.WAIT;
        LOG.log(
                Level.WARNING,
                "{0}: {1} has not renewed its lease for longer than {2}, but says at {3} that it leads: {4}",
                dead.election(),
                dead.holder().name(),
                fleet.timeout(),
                address,
                waits ? "it is waited for; look why it cannot write to S3" : "taken over nevertheless, two may lead");
        return waits;
    }

    private void checkClock() {
        Duration behind = bucket.clock().offset().behind();
        if (behind.compareTo(MOST_BEHIND) > 0) {
            throw new StoreException(
                    Kind.MISCONFIGURED,
                    "the clock of this machine is " + behind.toMillis() + " ms behind that of the store, so s3lect"
                            + " would take its lease for older than it is: set the clock, best by NTP");
        }
    }

    private void checkTtl(Duration ttl) {
        if (!ttl.equals(fleet.timeout())) {
            throw new IllegalArgumentException("all who share a lockfile with s3lect share one ttl: " + ttl
                    + " is not its timeout of " + fleet.timeout() + ": use that, or set timeout= for all of them");
        }
    }

    @Override
    public Renewal renew(Extension extension, Deadline deadline) {
        checkTtl(extension.next().ttl());
        return leases.renew(extension, deadline);
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        leases.release(lease, to, deadline);
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        return leases.inspect(election, deadline);
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
        return Timing.of(fleet.timeout(), fleet.timeout().dividedBy(3));
    }

    @Override
    public void checkTiming(Timing timing) {
        checkTtl(timing.ttl());
    }

    @Override
    public Grace grace() {
        return new Grace(fleet.grace(), Duration.ZERO);
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
    public List<Finding> diagnose(Timing timing, Deadline deadline) {
        return leases.diagnose(timing, deadline);
    }

    @Override
    public void close() {
        leases.close();
    }
}
