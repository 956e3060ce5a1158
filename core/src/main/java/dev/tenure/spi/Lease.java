package dev.tenure.spi;

import static java.util.Objects.requireNonNull;

import dev.tenure.Identity;
import java.time.Duration;
import java.time.Instant;

/**
 * What a store granted: one term of one candidate in one election, as last written.
 *
 * @param election the election
 * @param holder who holds it
 * @param token the fencing number of the term, from 1 to {@link #MAX_TOKEN}
 * @param since when the term began, by the holder's wall clock, for people to read
 * @param ttl for how long each write of this lease is good; at most {@link #MAX_TTL}
 * @param follows the token of the released term that this one took over, or 0 if no release let it in: the lease before
 *     ran out, or there was none
 * @param stamp which write of the term this is
 * @param version the store's own mark of the record, opaque to all others, or empty where it needs none
 */
public record Lease(
        String election,
        Identity holder,
        long token,
        long follows,
        Instant since,
        Duration ttl,
        WriteStamp stamp,
        String version) {

    /** A longer ttl than this is taken for a corrupt record, so that no record can block an election for years. */
    public static final Duration MAX_TTL = Duration.ofDays(1);

    /** A higher token than this, microseconds in the year 10,000, is taken for a corrupt record. */
    public static final long MAX_TOKEN = 253_402_300_800_000_000L;

    public Lease {
        requireNonNull(election, "election");
        requireNonNull(holder, "holder");
        requireNonNull(since, "since");
        requireNonNull(stamp, "stamp");
        requireNonNull(version, "version");
        if (ttl.isNegative() || ttl.isZero() || ttl.compareTo(MAX_TTL) > 0) {
            throw new IllegalArgumentException("ttl " + ttl + " is not between zero and " + MAX_TTL);
        }
        if (token < 1 || token > MAX_TOKEN) {
            throw new IllegalArgumentException("token " + token + " is not between 1 and " + MAX_TOKEN);
        }
        if (follows < 0 || follows >= token) {
            throw new IllegalArgumentException("token " + token + " cannot follow token " + follows);
        }
    }

    /** Tells whether the other lease is of the same term: the same instance and token, whatever the renewal. */
    public boolean isSameTerm(Lease other) {
        return token == other.token
                && election.equals(other.election)
                && holder.instance().equals(other.holder.instance());
    }

    /** Tells whether the other lease is the very same write: the same term, renewal and attempt. */
    public boolean isSameWrite(Lease other) {
        return isSameTerm(other)
                && stamp.renewal() == other.stamp.renewal()
                && stamp.attempt() == other.stamp.attempt();
    }

    /** Returns this term with another ttl and stamp: what its next renewal writes. */
    public Lease renewed(Duration newTtl, WriteStamp newStamp) {
        return new Lease(election, holder, token, follows, since, newTtl, newStamp, version);
    }

    /** Returns this term with its holder described anew, at another address for instance. */
    public Lease heldBy(Identity described) {
        return new Lease(election, described, token, follows, since, ttl, stamp, version);
    }

    /** Returns this lease under another version of the record. */
    public Lease withVersion(String newVersion) {
        return new Lease(election, holder, token, follows, since, ttl, stamp, newVersion);
    }
}
