package dev.tenure.spi;

import static java.util.Objects.requireNonNull;

import dev.tenure.Identity;
import java.time.Duration;

/**
 * One candidate's claim to lead one election.
 *
 * @param election the election
 * @param candidate who claims
 * @param ttl for how long the lease shall be good; a store that keeps whole seconds rounds it down and says so in the
 *     granted lease
 * @param stamp the stamp this attempt writes
 * @param grounds the record this claim may replace
 */
public record Ballot(String election, Identity candidate, Duration ttl, Stamp stamp, Grounds grounds) {
    public Ballot {
        requireNonNull(election, "election");
        requireNonNull(candidate, "candidate");
        requireNonNull(ttl, "ttl");
        requireNonNull(stamp, "stamp");
        requireNonNull(grounds, "grounds");
    }

    /**
     * Returns the lease this ballot asks for, with a token above every known one.
     *
     * <p>Microseconds since 1970 are the floor, so that even a store that lost its record does not repeat a token while
     * clocks are roughly right.
     */
    public Lease grant(long lastToken, long microsSince1970, String version) {
        long next = Math.max(Math.max(lastToken, grounds.highestToken()) + 1, microsSince1970);
        // Only a forged record leaves no room for a next token, and it must not end the election for good.
        long token = next <= Lease.MAX_TOKEN ? next : microsSince1970;
        return new Lease(election, candidate, token, stamp.at(), ttl, stamp, version);
    }
}
