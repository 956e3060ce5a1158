package dev.tenure;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Locale;

/**
 * One line of an election's history, as the candidate it happened to wrote it down. Read it by its accessors: later
 * versions may add components.
 *
 * @param election the election
 * @param at when, by that candidate's wall clock
 * @param who the candidate
 * @param what what happened to it
 * @param token the fencing token of its term
 * @param reason why, for programs; {@link Reason#OTHER} where the store has no room for it
 * @param cause why, in words
 */
public record HistoryEntry(
        String election, Instant at, Identity who, What what, long token, Reason reason, String cause) {
    public HistoryEntry {
        requireNonNull(election, "election");
        requireNonNull(at, "at");
        requireNonNull(who, "who");
        requireNonNull(what, "what");
        requireNonNull(reason, "reason");
        requireNonNull(cause, "cause");
    }

    /** Makes an entry whose reason is not known. */
    public HistoryEntry(String election, Instant at, Identity who, What what, long token, String cause) {
        this(election, at, who, what, token, Reason.OTHER, cause);
    }

    /** What can happen to a candidate's leadership. */
    public enum What {
        /** Its term began. */
        ACQUIRED,

        /** It gave its term up willingly. */
        RESIGNED,

        /** It lost its term: taken, or run out. */
        LOST;

        /**
         * Returns what this word stands for, whatever its case, in records of earlier versions too.
         *
         * @throws IllegalArgumentException if it stands for nothing
         */
        public static What parse(String word) {
            String upper = word.toUpperCase(Locale.ROOT);
            return switch (upper) {
                case "REVOKED" -> RESIGNED;
                case "FENCED" -> LOST;
                default -> valueOf(upper);
            };
        }
    }
}
