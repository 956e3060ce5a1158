package dev.tenure.store.support;

import static java.util.Objects.requireNonNull;

import java.util.Map;

/**
 * Thrown when a stored record cannot be read: it is damaged, foreign, or written by a newer version.
 *
 * <p>{@link #problem} says what is wrong, not where; the caller knows where it read. {@link #readable} has the fields
 * that could be read before the problem, so that a token or ttl in a damaged record still counts.
 */
public final class UnreadableRecordException extends Exception {
    private static final long serialVersionUID = 1L;

    private final transient RecordFields readable;

    /** Creates the exception for a record of which nothing could be read. */
    public UnreadableRecordException(String problem) {
        super(problem);
        this.readable = RecordFields.of(Map.of());
    }

    /** Creates the exception for a record of which some fields could be read. */
    public UnreadableRecordException(String problem, RecordFields readable, Throwable cause) {
        super(problem, cause);
        this.readable = requireNonNull(readable, "readable");
    }

    /** Returns what is wrong with the record, for people. */
    public String problem() {
        return String.valueOf(getMessage());
    }

    /** Returns the fields that could be read. */
    public RecordFields readable() {
        return readable;
    }
}
