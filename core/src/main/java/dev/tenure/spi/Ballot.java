package dev.tenure.spi;

import static java.util.Objects.requireNonNull;

import dev.tenure.Identity;
import dev.tenure.StoreException;
import java.time.Duration;

/**
 * One candidate's claim to lead one election.
 *
 * @param election the election
 * @param candidate who claims
 * @param ttl how long the lease lasts; a store that keeps whole seconds rounds it down and says so in the granted lease
 * @param stamp the stamp this attempt writes
 * @param condition the record this claim may replace
 */
public record Ballot(String election, Identity candidate, Duration ttl, WriteStamp stamp, ClaimCondition condition) {
    public Ballot {
        requireNonNull(election, "election");
        requireNonNull(candidate, "candidate");
        requireNonNull(ttl, "ttl");
        requireNonNull(stamp, "stamp");
        requireNonNull(condition, "condition");
    }

    /**
     * Returns the lease this ballot asks for, with a token above every known one.
     *
     * <p>Microseconds since 1970 are the floor, so that even a store that lost its record does not repeat a token while
     * clocks are roughly right.
     *
     * @param replaced the record that the claim replaces
     * @param microsSince1970 the wall clock
     * @param version the store's own mark of the record
     * @throws StoreException of kind MISCONFIGURED if there is no higher token than the highest known one
     */
    public Lease grant(Sighting replaced, long microsSince1970, String version) {
        long last = Math.max(replaced.lastToken(), condition.highestToken());
        if (last >= Lease.MAX_TOKEN) {
            throw noHigherToken(election, last);
        }
        long token = Math.max(last + 1, microsSince1970);
        long follows = replaced instanceof Sighting.Released ? replaced.lastToken() : 0;
        return new Lease(election, candidate, token, follows, stamp.at(), ttl, stamp, version);
    }

    /**
     * Returns the refusal of a claim in an election whose record shows the highest possible token. Only a damaged or
     * forged record does, and a lower token would be refused by whatever checks it.
     */
    public static StoreException noHigherToken(String election, long found) {
        return new StoreException(
                StoreException.Kind.MISCONFIGURED,
                "the record of '" + election + "' shows token " + found + ", and " + Lease.MAX_TOKEN
                        + " is the highest there can be: the record is damaged or forged, and nobody can lead. Set its"
                        + " token to the highest that was really given, or to the microseconds since 1970");
    }
}
