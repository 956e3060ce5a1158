package dev.tenure.internal;

import dev.tenure.Identity;
import dev.tenure.spi.Countdown;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.Stamp;
import java.time.Duration;
import java.time.Instant;

/** Records as a store might show them. */
final class Records {
    static final String ELECTION = "payroll";
    static final Identity SELF = new Identity("instance-self", "node-1", null);
    static final Identity OTHER = new Identity("instance-other", "node-2", "http://node-2");
    static final Instant STORE_TIME = Instant.parse("2025-06-15T12:00:00Z");

    private Records() {}

    static Sighting never() {
        return new Sighting.Never();
    }

    /** Returns a lease of another candidate, of the usual ttl. */
    static Lease foreign(long token, long renewal) {
        return foreign(token, renewal, CampaignRig.TTL);
    }

    static Lease foreign(long token, long renewal, Duration ttl) {
        return lease(OTHER, token, new Stamp(renewal, 1000 + renewal, Instant.EPOCH), ttl);
    }

    static Lease lease(Identity holder, long token, Stamp stamp, Duration ttl) {
        String version = "v" + token + "." + stamp.renewal() + "." + stamp.attempt();
        return new Lease(ELECTION, holder, token, 0, Instant.EPOCH, ttl, stamp, version);
    }

    /** Returns the first lease of another candidate's term that took over a released one. */
    static Lease following(long follows, long token) {
        Stamp stamp = new Stamp(0, 1000, Instant.EPOCH);
        return new Lease(
                ELECTION,
                OTHER,
                token,
                follows,
                Instant.EPOCH,
                CampaignRig.TTL,
                stamp,
                "v" + token + " after " + follows);
    }

    static Sighting.Held held(Lease lease) {
        return new Sighting.Held(lease, null);
    }

    /**
     * Returns the lease as shown by a store whose clock, so long after the first reading, lets it run so much longer.
     */
    static Sighting.Held held(Lease lease, Duration storeElapsed, Duration remaining) {
        return new Sighting.Held(lease, new Countdown(STORE_TIME.plus(storeElapsed), remaining));
    }

    static Sighting released(long token) {
        return released(token, 0);
    }

    static Sighting released(long token, long follows) {
        return new Sighting.Released(token, follows, null, "r" + token);
    }

    static Sighting reserved(long token, String instance, Duration length) {
        return new Sighting.Released(token, 0, new Reservation(instance, length), "r" + token);
    }

    static Sighting unreadable(String version) {
        return new Sighting.Unreadable("not JSON", 0, version);
    }
}
