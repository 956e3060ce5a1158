package dev.tenure;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * A candidate as the roster of an election shows it. Read it by its accessors: later versions may add components.
 *
 * @param identity who it is
 * @param priority its place in the order of preference; the lower number leads
 * @param version the version of the service it runs, or empty
 * @param able whether it could lead when it was last seen
 * @param leads how many elections of the roster it leads: 0 or 1, or more in a set of shards
 * @param lastSeen when it last showed a sign of life, by the store's clock or else its own; for people to read
 */
public record RosterMember(Identity identity, int priority, String version, boolean able, int leads, Instant lastSeen) {
    public RosterMember {
        requireNonNull(identity, "identity");
        requireNonNull(version, "version");
        requireNonNull(lastSeen, "lastSeen");
    }

    /** Tells whether it leads, as far as the roster knows. */
    public boolean isLeading() {
        return leads > 0;
    }
}
