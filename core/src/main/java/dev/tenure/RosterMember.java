package dev.tenure;

import java.time.Instant;

/**
 * A candidate as the roster of an election shows it. Immutable.
 *
 * <p>Applications read it and do not implement it: later versions may add methods.
 */
public interface RosterMember {

    /** Returns who it is. */
    Identity identity();

    /** Returns its place in the order of preference; the lower number leads. */
    int priority();

    /** Returns the version of the service it runs, or an empty text. */
    String version();

    /** Tells whether it could lead when it was last seen. */
    boolean isAble();

    /** Returns how many elections of the roster it leads: 0 or 1, or more in a set of shards. */
    int leads();

    /** Returns when it last showed a sign of life, by the store's clock or else its own; for people to read. */
    Instant lastSeen();

    /** Tells whether it leads, as far as the roster knows. */
    default boolean isLeading() {
        return leads() > 0;
    }
}
