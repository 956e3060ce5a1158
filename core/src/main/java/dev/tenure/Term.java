package dev.tenure;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * One uninterrupted leadership of one candidate in one election. Thread-safe; every answer is of the moment of asking.
 */
public interface Term {

    /** Returns the election this term is in. */
    String election();

    /** Returns the candidate that leads, or led. */
    Identity candidate();

    /**
     * Returns the fencing token: higher than that of every earlier term of the election. Hand it to whatever the work
     * writes to, so that it can refuse a leader that came too late.
     */
    long token();

    /** Returns when the term began, by this machine's wall clock. */
    Instant since();

    /**
     * Returns when the lease was last written, by this machine's wall clock at the moment that write was sent. What was
     * sent and not confirmed does not count.
     */
    Instant renewed();

    /** Tells whether the lease is still ours at this very moment, by the clocks of this moment. Allocates nothing. */
    boolean isCurrent();

    /**
     * Tells whether this term was asked to end gracefully, or is over by the clocks of this moment: work should finish
     * what it is doing and return. A term that was asked to end stays current, and is renewed, until the work has
     * returned or its grace is over. Allocates nothing.
     */
    boolean isEnding();

    /** Returns for how long this term is still current if no renewal succeeds; zero once it is over. */
    Duration remaining();

    /**
     * Says that the work makes progress. Costs next to nothing; matters only if {@link ElectionBuilder#stallAfter} was
     * set.
     */
    void progress();

    /**
     * Waits for the given time, or until this term is asked to end or is over. For work that does something again and
     * again.
     *
     * @return true if the work may go on
     */
    boolean pause(Duration length) throws InterruptedException;

    /**
     * Gives this term up, if it is not over yet: what runs for it is asked to finish, as {@link Election#resign()}
     * does. Returns at once. Work that calls it has its candidate's grace to return, and is interrupted then.
     */
    void resign();

    /**
     * Gives this term up as {@link #resign} does, because its work is done: {@link Reason#WORK_ENDED}. Work that just
     * returns keeps its term.
     *
     * @param cause what has ended, for people: {@code all invoices are sent}
     */
    void finish(String cause);

    /**
     * Saves up to 4 KiB for whoever leads next, in place of what was saved before: how far the work has got, or where
     * it put the rest. It stays over release, expiry, crash and restart, until a later leader saves something else.
     * Blocks, for a call timeout per round trip and never beyond the end of trust: two round trips the first time in a
     * term, and one from then on.
     *
     * <p>What a later term has read or saved is never overwritten: a save of this term that lands later is refused.
     *
     * @throws NotLeaderException if the term is over; nothing of this call is kept then
     * @throws IllegalArgumentException if there are more than 4,096 bytes
     * @throws StoreException if the store could not be reached in time; if its outcome is unknown, the save may take
     *     effect yet, but only as long as no later term has read
     * @throws UnsupportedOperationException if the store keeps no baton
     */
    void save(byte[] state);

    /**
     * Returns what was saved last, by this term or an earlier one, or empty if nothing ever was. Blocks as
     * {@link #save} does, and keeps every earlier term from changing it afterwards.
     *
     * @throws NotLeaderException if the term is over
     * @throws StoreException if the store could not be reached in time
     * @throws UnsupportedOperationException if the store keeps no baton
     */
    Optional<byte[]> saved();

    /**
     * Returns if the term is current.
     *
     * @throws NotLeaderException if it is over
     */
    default void requireCurrent() {
        if (!isCurrent()) {
            throw new NotLeaderException(election(), token());
        }
    }
}
