package dev.tenure.http.peer.state;

import dev.tenure.Identity;
import dev.tenure.http.peer.protocol.PeerReply;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;

/** Leases of one leader, and pushes of them. */
public final class TestLeases {
    static final Duration TTL = Duration.ofSeconds(10);
    static final Duration TRUST = Duration.ofMillis(8900);
    static final Identity LEADER =
            Identity.ofInstance("leader-1").withName("leader").withAddress("127.0.0.1:1");

    private TestLeases() {}

    public static Lease lease(long token, long renewal) {
        return lease(LEADER, token, renewal, TTL);
    }

    static Lease lease(Identity holder, long token, long renewal, Duration ttl) {
        WriteStamp stamp = new WriteStamp(renewal, 100 + renewal, Instant.EPOCH);
        String version = "v" + token + "." + renewal;
        return new Lease("payroll", holder, token, token - 1, Instant.EPOCH, ttl, stamp, version);
    }

    /** Returns the same lease with another predecessor, or none. */
    static Lease following(long token, Lease lease) {
        return new Lease(
                lease.election(),
                lease.holder(),
                lease.token(),
                token,
                lease.since(),
                lease.ttl(),
                lease.stamp(),
                lease.version());
    }

    public static Sighting held(long token, long renewal) {
        return new Sighting.Held(lease(token, renewal), null);
    }

    public static PeerReply.Pushed pushed(long token, long renewal) {
        return pushed(lease(token, renewal));
    }

    public static PeerReply.Pushed pushed(Lease lease) {
        return new PeerReply.Pushed(lease, TRUST);
    }
}
