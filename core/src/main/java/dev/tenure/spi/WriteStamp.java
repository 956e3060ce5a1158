package dev.tenure.spi;

import java.time.Instant;

/**
 * What tells one write of a lease from every other write of it.
 *
 * @param renewal 0 for the claim, then one more with each renewal of the term
 * @param attempt the id of the very attempt that wrote it, unique within the writing instance
 * @param at the writer's wall clock, for people to read; nothing is ever judged by it
 */
public record WriteStamp(long renewal, long attempt, Instant at) {

    /** Returns the stamp of the renewal that follows this one. */
    public WriteStamp next(long nextAttempt, Instant now) {
        return new WriteStamp(renewal + 1, nextAttempt, now);
    }
}
