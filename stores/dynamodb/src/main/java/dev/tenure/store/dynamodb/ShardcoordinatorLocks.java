package dev.tenure.store.dynamodb;

import dev.tenure.Identity;
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
 * What to make of locks that shardcoordinator wrote: they state who and until when, but neither a ttl nor a term.
 *
 * <p>Beside a fleet of it they are shown as leases: the end is their renewal number, since it grows with each, and the
 * token is that of the last term of Tenure. They are waited out for as long as they say by DynamoDB's clock, no less
 * than the fleet's lease duration and no more than ten times that, so that a wrong date blocks no election for good.
 * Where no such fleet is expected they are reported, and replaced like any other record that says nothing.
 */
final class ShardcoordinatorLocks {
    private static final long SECOND = 1_000;
    private static final int MOST_TIMES = 10;
    private static final long LAST_SECOND = 253_402_300_799L;

    private final @Nullable Shardcoordinator fleet;
    private final ServiceClock clock;

    ShardcoordinatorLocks(@Nullable Shardcoordinator fleet, ServiceClock clock) {
        this.fleet = fleet;
        this.clock = clock;
    }

    /**
     * Returns what a foreign lock shows.
     *
     * @param before the token's item: a term of Tenure's whose lock was changed under it may go on for as long as it
     *     says
     */
    Sighting shown(String election, Item lock, Item before) {
        long lastToken = before.tokenOrZero();
        Duration ttlBefore = before.ttlOrZero();
        String version = ItemVersion.of(Attributes.LOCK, lock).version();
        try {
            String owner = lock.requireText(Attributes.OWNER);
            long end = lock.requireNumber(Attributes.END);
            if (end < 0 || end > LAST_SECOND) {
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
            Duration ttl = greater(ttlBefore, lease.ttl());
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
                new Identity(owner, owner, null),
                token,
                0,
                written,
                ttl(end, fleetSeen.leaseDuration()),
                new WriteStamp(end, end, written),
                "");
    }

    /** Its nodes let a lease run out one second after the stated one. */
    private Duration ttl(long end, Duration least) {
        Duration left = Duration.ofMillis((end + 1) * SECOND - clock.atLeastMillis());
        Duration most = least(least.multipliedBy(MOST_TIMES), Lease.MAX_TTL);
        return left.compareTo(least) < 0 ? least : least(left, most);
    }

    private static Duration least(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    static Duration greater(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
