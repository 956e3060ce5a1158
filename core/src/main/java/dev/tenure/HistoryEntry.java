package dev.tenure;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One line of an election's history, as the candidate it happened to wrote it down. Immutable. */
public final class HistoryEntry {
    private final String election;
    private final Instant at;
    private final Identity who;
    private final What what;
    private final long token;
    private final Reason reason;
    private final String cause;

    private HistoryEntry(HistoryEntry entry, Reason reason) {
        this.election = entry.election;
        this.at = entry.at;
        this.who = entry.who;
        this.what = entry.what;
        this.token = entry.token;
        this.reason = requireNonNull(reason, "reason");
        this.cause = entry.cause;
    }

    private HistoryEntry(String election, Instant at, Identity who, What what, long token, String cause) {
        this.election = requireNonNull(election, "election");
        this.at = requireNonNull(at, "at");
        this.who = requireNonNull(who, "who");
        this.what = requireNonNull(what, "what");
        this.token = token;
        this.reason = Reason.OTHER;
        this.cause = requireNonNull(cause, "cause");
    }

    /** Returns an entry whose reason is not known. For stores that read what they keep. */
    public static HistoryEntry of(String election, Instant at, Identity who, What what, long token, String cause) {
        return new HistoryEntry(election, at, who, what, token, cause);
    }

    /** Returns this entry with its reason. */
    public HistoryEntry withReason(Reason newReason) {
        return new HistoryEntry(this, newReason);
    }

    /** Returns the election. */
    public String election() {
        return election;
    }

    /** Returns when it happened, by that candidate's wall clock. */
    public Instant at() {
        return at;
    }

    /** Returns the candidate. */
    public Identity who() {
        return who;
    }

    /** Returns what happened to it. */
    public What what() {
        return what;
    }

    /** Returns the fencing token of its term. */
    public long token() {
        return token;
    }

    /** Returns why, for programs; {@link Reason#OTHER} where the store keeps no reasons. */
    public Reason reason() {
        return reason;
    }

    /** Returns why, in words. */
    public String cause() {
        return cause;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof HistoryEntry entry
                && token == entry.token
                && what == entry.what
                && reason == entry.reason
                && election.equals(entry.election)
                && at.equals(entry.at)
                && who.equals(entry.who)
                && cause.equals(entry.cause);
    }

    @Override
    public int hashCode() {
        return Objects.hash(election, at, who, what, token, reason, cause);
    }

    @Override
    public String toString() {
        return "HistoryEntry[election=" + election + ", at=" + at + ", who=" + who + ", what=" + what + ", token="
                + token + ", reason=" + reason + ", cause=" + cause + "]";
    }

    /** What can happen to a candidate's leadership. */
    public enum What {
        /** Its term began. */
        ACQUIRED,

        /** It gave its term up willingly. */
        RESIGNED,

        /** It lost its term: taken, or run out. */
        LOST;

        /** Returns the word for this in records and in JSON, such as {@code acquired}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        /**
         * Returns what this word stands for, whatever its case.
         *
         * @throws IllegalArgumentException if it stands for nothing
         */
        public static What parse(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }
}
