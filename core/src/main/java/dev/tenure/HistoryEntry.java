package dev.tenure;

import static java.util.Objects.requireNonNull;

import java.time.Instant;

/**
 * One line of an election's history, as the candidate it happened to wrote it down.
 *
 * @param election the election
 * @param at when, by that candidate's wall clock
 * @param who the candidate
 * @param what what happened to it
 * @param token the fencing token of its term
 * @param cause why, in words
 */
public record HistoryEntry(String election, Instant at, Identity who, What what, long token, String cause) {
    public HistoryEntry {
        requireNonNull(election, "election");
        requireNonNull(at, "at");
        requireNonNull(who, "who");
        requireNonNull(what, "what");
        requireNonNull(cause, "cause");
    }

    /** What can happen to a candidate's leadership. */
    public enum What {
        /** Its term began. */
        ACQUIRED,

        /** It gave its term up in good order. */
        REVOKED,

        /** It lost its term against its will. */
        FENCED
    }
}
