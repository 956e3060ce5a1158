package dev.tenure.spi;

import static java.util.Objects.requireNonNull;

import dev.tenure.Identity;
import java.time.Duration;
import java.time.Instant;

/**
 * One candidate's entry in a roster.
 *
 * @param candidate who it is
 * @param priority its place in the order of preference; the lower number leads
 * @param version the version of the service it runs, or empty
 * @param able whether it could lead at this moment
 * @param leads how many elections of the roster it leads
 * @param heartbeat the sign of life
 */
public record RosterEntry(
        Identity candidate, int priority, String version, boolean able, int leads, Heartbeat heartbeat) {
    public RosterEntry {
        requireNonNull(candidate, "candidate");
        requireNonNull(version, "version");
        requireNonNull(heartbeat, "heartbeat");
        if (leads < 0) {
            throw new IllegalArgumentException("leads " + leads + " is negative");
        }
    }

    /**
     * A sign of life.
     *
     * @param number grows with every entry its candidate writes; others judge by that alone
     * @param at when it was written, by the store's clock or else the writer's, for people to read
     * @param validFor for how long the candidate counts as alive if no other beat follows
     */
    public record Heartbeat(long number, Instant at, Duration validFor) {
        public Heartbeat {
            requireNonNull(at, "at");
            if (validFor.isNegative() || validFor.isZero() || validFor.compareTo(Lease.MAX_TTL) > 0) {
                throw new IllegalArgumentException(
                        "validFor " + validFor + " is not between zero and " + Lease.MAX_TTL);
            }
        }
    }
}
