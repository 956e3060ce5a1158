package dev.tenure.store.dynamodb;

import dev.tenure.Identity;
import dev.tenure.aws.LockExpiry;
import dev.tenure.aws.ServiceClock;
import dev.tenure.aws.Shardcoordinator;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import dev.tenure.store.support.UnreadableRecordException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Reads the locks that shardcoordinator wrote: they name an owner and an end, but neither a ttl nor a term.
 * Thread-safe.
 *
 * <p>In a table that is shared with a fleet of it, such a lock becomes a lease. Its end serves as the renewal number,
 * since it grows with each renewal, and its token is that of the last term of Tenure. In a table that is not shared, it
 * is reported and replaced like any other record that cannot be read.
 */
final class ShardcoordinatorLocks {
    private final @Nullable Shardcoordinator fleet;
    private final ServiceClock clock;

    ShardcoordinatorLocks(@Nullable Shardcoordinator fleet, ServiceClock clock) {
        this.fleet = fleet;
        this.clock = clock;
    }

    /**
     * Returns the sighting of a foreign lock.
     *
     * @param before the token's item: if the lock of a term of Tenure was changed, that term may go on for its ttl
     */
    Sighting shown(String election, Item lock, Item before) {
        long lastToken = before.tokenOrZero();
        Duration ttlBefore = before.ttlOrZero();
        String version = ItemVersion.of(Attributes.LOCK, lock).version();
        try {
            String owner = lock.requireText(Attributes.OWNER);
            long end = lock.requireNumber(Attributes.END);
            if (!new LockExpiry(end).isDate()) {
                throw new UnreadableRecordException(Attributes.END + " is no date");
            }
            if (owner.isBlank()) {
                throw new UnreadableRecordException(Attributes.OWNER + " is blank");
            }
            if (fleet == null) {
                throw new UnreadableRecordException("shardcoordinator wrote it, for " + owner
                        + ": if both shall use this table, all of Tenure's must set shared=shardcoordinator");
            }
            Lease lease = lease(election, owner, end, lastToken, fleet);
            Duration ttl = LockExpiry.longer(ttlBefore, lease.ttl());
            return new Sighting.Held(lease.renewed(ttl, lease.stamp()).withVersion(version), null);
        } catch (UnreadableRecordException e) {
            return new Sighting.Unreadable(Attributes.LOCK + " item: " + e.problem(), lastToken, version, ttlBefore);
        }
    }

    private Lease lease(String election, String owner, long end, long lastToken, Shardcoordinator fleetSeen) {
        Instant written = Instant.ofEpochSecond(end).minus(fleetSeen.leaseDuration());
        long token = Math.max(lastToken, 1);
        return new Lease(
                election,
                Identity.ofInstance(owner),
                token,
                0,
                written,
                new LockExpiry(end + 1).waitFor(fleetSeen, clock), // its nodes add a second to the stated end
                new WriteStamp(end, end, written),
                "");
    }
}
