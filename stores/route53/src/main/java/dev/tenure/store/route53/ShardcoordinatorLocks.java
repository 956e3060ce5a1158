package dev.tenure.store.route53;

import dev.tenure.Identity;
import dev.tenure.aws.LockExpiry;
import dev.tenure.aws.ServiceClock;
import dev.tenure.aws.Shardcoordinator;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Reads the locks that Tenure did not write: they name an owner and an end, but neither a ttl nor a term. Thread-safe.
 *
 * <p>In a zone that is shared with a fleet of shardcoordinator, such a lock becomes a lease. Its end serves as the
 * renewal number, since it grows with each renewal, and its token is that of the last term of Tenure. In a zone that is
 * not shared, it is reported and replaced like any other record that cannot be read.
 */
final class ShardcoordinatorLocks {
    /** The longest wait for a lock without a side record, whose date may be anything. */
    private static final Duration LONGEST_UNKNOWN = Duration.ofMinutes(10);

    private final @Nullable Shardcoordinator fleet;
    private final ServiceClock clock;

    ShardcoordinatorLocks(@Nullable Shardcoordinator fleet, ServiceClock clock) {
        this.fleet = fleet;
        this.clock = clock;
    }

    /**
     * Returns the sighting of a foreign lock.
     *
     * @param before the side record: if the lock of a term of Tenure was changed, that term may go on for its ttl
     */
    Sighting shown(String election, LockValue lock, Sighting before, String version) {
        long lastToken = before.lastToken();
        Duration ttlBefore = Route53Cell.ttl(before);
        LockExpiry expiry = new LockExpiry(lock.end());
        if (fleet == null) {
            return new Sighting.Unreadable(
                    "it is of " + lock.owner() + ", who has no side record: if shardcoordinator shall use this"
                            + " zone, too, all of Tenure's must set shared=shardcoordinator",
                    lastToken,
                    version,
                    before instanceof Sighting.Never
                            ? LockExpiry.shorter(expiry.remaining(clock), LONGEST_UNKNOWN)
                            : ttlBefore);
        }
        if (!expiry.isDate()) {
            return new Sighting.Unreadable("it ends at no date: " + lock.end(), lastToken, version, ttlBefore);
        }
        Instant written = Instant.ofEpochSecond(lock.end()).minus(fleet.leaseDuration());
        Lease lease = new Lease(
                election,
                Identity.ofInstance(lock.owner()),
                Math.min(Math.max(lastToken, 1), Lease.MAX_TOKEN),
                0,
                written,
                LockExpiry.longer(ttlBefore, expiry.waitFor(fleet, clock)),
                new WriteStamp(lock.end(), lock.end(), written),
                version);
        return new Sighting.Held(lease, null);
    }
}
