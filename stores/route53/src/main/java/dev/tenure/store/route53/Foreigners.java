package dev.tenure.store.route53;

import dev.tenure.Identity;
import dev.tenure.aws.Shardcoordinator;
import dev.tenure.aws.StoreClock;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.Stamp;
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
final class Foreigners {
    private static final long SECOND = 1_000;
    private static final int MOST_TIMES = 10;
    private static final long LAST_SECOND = 253_402_300_799L;

    private final @Nullable Shardcoordinator fleet;
    private final StoreClock clock;

    Foreigners(@Nullable Shardcoordinator fleet, StoreClock clock) {
        this.fleet = fleet;
        this.clock = clock;
    }

    /** Returns what a foreign lock shows, after a term with the given token, or zero. */
    Sighting shown(String election, LockText lock, long lastToken, String version) {
        if (fleet == null) {
            return new Sighting.Unreadable(
                    "it is of " + lock.owner() + ", who has no side record: if shardcoordinator shall use this"
                            + " zone, too, all of Tenure's must set shared=shardcoordinator",
                    lastToken,
                    version);
        }
        if (lock.end() < 0 || lock.end() > LAST_SECOND) {
            return new Sighting.Unreadable("it ends at no date: " + lock.end(), lastToken, version);
        }
        Instant written = Instant.ofEpochSecond(lock.end()).minus(fleet.leaseDuration());
        Lease lease = new Lease(
                election,
                new Identity(lock.owner(), lock.owner(), null),
                Math.min(Math.max(lastToken, 1), Lease.MAX_TOKEN),
                written,
                ttl(lock.end(), fleet.leaseDuration()),
                new Stamp(lock.end(), lock.end(), written),
                version);
        return new Sighting.Held(lease, null);
    }

    private Duration ttl(long end, Duration least) {
        Duration left = Duration.ofMillis(end * SECOND - clock.atLeastMillis());
        Duration most = lesser(least.multipliedBy(MOST_TIMES), Lease.MAX_TTL);
        return left.compareTo(least) < 0 ? least : lesser(left, most);
    }

    private static Duration lesser(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
