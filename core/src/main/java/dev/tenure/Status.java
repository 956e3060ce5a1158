package dev.tenure;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a candidate knows of an election at the moment of asking. Immutable.
 *
 * <p>Applications read it and do not implement it: later versions may add methods.
 */
public interface Status {

    /** Returns the election. */
    String election();

    /** Returns what this candidate is in the election. */
    Role role();

    /** Returns the leader as far as this candidate knows, or null. It is this candidate only if its term is current. */
    @Nullable Identity leader();

    /** Returns the fencing token of the leader's term, or 0 if no leader is known. */
    long token();

    /** Returns when the leader's term began, by the leader's wall clock, or null if no leader is known. */
    @Nullable Instant since();

    /** Returns when the store last answered, or null if it never did. */
    @Nullable Instant lastSeen();

    /** Returns how many calls to the store have failed since one last succeeded. */
    int consecutiveFailures();

    /** Returns when this candidate will call the store next, or null while a call is under way or none is planned. */
    @Nullable Instant nextAttempt();

    /** Returns why this candidate last began or ceased to lead; {@link Reason#STANDING} if it never led. */
    Reason reason();

    /** Returns the reason in words; empty if this candidate never led. */
    String cause();
}
