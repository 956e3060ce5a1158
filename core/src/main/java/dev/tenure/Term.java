package dev.tenure;

import java.time.Duration;
import java.time.Instant;

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
