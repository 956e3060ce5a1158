package dev.tenure;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Why something happened in an election, for programs; the cause says it in words, for people. Later versions may add
 * reasons, so have a default for those you do not know.
 */
public enum Reason {
    /** This candidate was elected. */
    ELECTED,

    /** The term was given up by choice: by this process, or because an operator asked for it. */
    RESIGNED,

    /** The term was given up in favour of another candidate. */
    TRANSFERRED,

    /** The election, or its candidate, was closed. */
    CLOSED,

    /** The candidate said that it is not able to lead. */
    NOT_ABLE,

    /** The work, or a hook, threw. */
    WORK_FAILED,

    /** The work was done, and gave its term up; that of {@code tenure run} is over when its command ends. */
    WORK_ENDED,

    /** The work made no progress for too long. */
    NO_PROGRESS,

    /** No renewal succeeded for so long that the lease could not be trusted any more. */
    TRUST_ENDED,

    /** The clocks show that the machine slept, or was stepped, so that the lease could not be trusted any more. */
    CLOCK_JUMPED,

    /** The store shows, or says, that the lease is another's. */
    TAKEN,

    /** The engine itself failed, and starts over. */
    ENGINE_FAILED,

    /** A call to the store failed. */
    STORE_FAILED,

    /** The record in the store cannot be read, or cannot be replaced. */
    RECORD_UNUSABLE,

    /** A listener threw. */
    LISTENER_FAILED,

    /** Work, a hook, a barrier or a call has not returned in time. */
    OVERDUE,

    /** A term is held back because the leader before may not have stopped yet. */
    TAKEOVER_DELAYED,

    /** A request was refused. */
    REQUEST_REFUSED,

    /** Candidates state different numbers of shards for one set. */
    SHARDS_DIFFER,

    /** Another candidate leads. */
    LEADER_SEEN,

    /** Nobody leads any more. */
    LEADER_GONE,

    /** Nothing has happened to this candidate yet: it stands, or looks on. */
    STANDING,

    /** None of these, or not known: an earlier version wrote it down, or the store has no room for reasons. */
    OTHER;

    /** Returns the word for this reason in records and in JSON, such as {@code trust-ended}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the reason with this word, whatever its case; {@link #OTHER} for null and for words not known. */
    public static Reason parse(@Nullable String word) {
        if (word != null) {
            String name = word.toUpperCase(Locale.ROOT).replace('-', '_');
            for (Reason reason : values()) {
                if (reason.name().equals(name)) {
                    return reason;
                }
            }
        }
        return OTHER;
    }
}
