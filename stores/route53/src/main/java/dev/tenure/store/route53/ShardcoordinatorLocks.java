package dev.tenure.store.route53;

import dev.tenure.Identity;
import dev.tenure.aws.ServiceClock;
import dev.tenure.aws.Shardcoordinator;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What to make of locks that Tenure did not write: they state who and until when, but neither a ttl nor a term.
 *
 * <p>Beside a fleet of shardcoordinator they are shown as leases: the end is their renewal number, since it grows with
 * each, and the token is that of the last term of Tenure. They are waited out for as long as they say by Route53's
 * clock, no less than the fleet's lease duration and no more than ten times that, so that a wrong date blocks no
 * election for good. Where no such fleet is expected they are reported, and replaced like any record that says nothing.
 */
final class ShardcoordinatorLocks {
    private static final long SECOND = 1_000;
    private static final int MOST_TIMES = 10;
    private static final long LAST_SECOND = 253_402_300_799L;

    /** A lock whose side record is gone is believed for no longer than this: its date may be anything. */
    private static final Duration LONGEST_UNKNOWN = Duration.ofMinutes(10);

    private final @Nullable Shardcoordinator fleet;
    private final ServiceClock clock;

    ShardcoordinatorLocks(@Nullable Shardcoordinator fleet, ServiceClock clock) {
        this.fleet = fleet;
        this.clock = clock;
    }

    /**
     * Returns what a foreign lock shows.
     *
     * @param before what the side record says: a term of Tenure's whose lock was changed under it may go on for as long
     */
    Sighting shown(String election, LockValue lock, Sighting before, String version) {
        long lastToken = before.lastToken();
        Duration ttlBefore = Route53Cell.ttl(before);
        if (fleet == null) {
            return new Sighting.Unreadable(
                    "it is of " + lock.owner() + ", who has no side record: if shardcoordinator shall use this"
                            + " zone, too, all of Tenure's must set shared=shardcoordinator",
                    lastToken,
                    version,
                    before instanceof Sighting.Never ? lesser(left(lock.end()), LONGEST_UNKNOWN) : ttlBefore);
        }
        if (lock.end() < 0 || lock.end() > LAST_SECOND) {
            return new Sighting.Unreadable("it ends at no date: " + lock.end(), lastToken, version, ttlBefore);
        }
        Instant written = Instant.ofEpochSecond(lock.end()).minus(fleet.leaseDuration());
        Lease lease = new Lease(
                election,
                new Identity(lock.owner(), lock.owner(), null),
                Math.min(Math.max(lastToken, 1), Lease.MAX_TOKEN),
                0,
                written,
                greater(ttlBefore, ttl(lock.end(), fleet.leaseDuration())),
                new WriteStamp(lock.end(), lock.end(), written),
                version);
        return new Sighting.Held(lease, null);
    }

    private Duration ttl(long end, Duration least) {
        Duration left = left(end);
        Duration most = lesser(least.multipliedBy(MOST_TIMES), Lease.MAX_TTL);
        return left.compareTo(least) < 0 ? least : lesser(left, most);
    }

    /** Returns how long the lock says that it lasts from now on; nothing if it is over, or ends at no date. */
    private Duration left(long end) {
        long millis = end < 0 || end > LAST_SECOND ? 0 : end * SECOND - clock.atLeastMillis();
        return Duration.ofMillis(Math.max(0, millis));
    }

    private static Duration greater(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }

    private static Duration lesser(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
