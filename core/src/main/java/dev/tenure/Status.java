package dev.tenure;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What a candidate knows of an election at the moment of asking. Read it by its accessors: later versions may add
 * components.
 *
 * @param election the election
 * @param role what this candidate is in it
 * @param leader who leads as far as this candidate knows, or null; never this candidate unless its term is current
 * @param token the fencing token of the leader's term, or 0 if no leader is known
 * @param since when the leader's term began, by the leader's wall clock, or null if no leader is known
 * @param lastSeen when the store last answered, or null if it never did
 * @param consecutiveFailures how many calls to the store have failed since one last succeeded
 * @param nextAttempt when this candidate will call the store next, or null while a call is under way or none is planned
 * @param reason why this candidate last began or ceased to lead, for programs; {@link Reason#STANDING} if it never led
 * @param cause the same in words; empty if it never led
 */
public record Status(
        String election,
        Role role,
        @Nullable Identity leader,
        long token,
        @Nullable Instant since,
        @Nullable Instant lastSeen,
        int consecutiveFailures,
        @Nullable Instant nextAttempt,
        Reason reason,
        String cause) {

    /** Returns this status with another role. */
    public Status withRole(Role newRole) {
        return new Status(
                election, newRole, leader, token, since, lastSeen, consecutiveFailures, nextAttempt, reason, cause);
    }
}
