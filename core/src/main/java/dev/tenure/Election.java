package dev.tenure;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** One candidate's stand in one election. Thread-safe; every answer is of the moment of asking. */
public interface Election extends AutoCloseable {

    /** Returns the name of the election. */
    String name();

    /** Tells whether the lease is still ours at this very moment, by the clocks of this moment. Allocates nothing. */
    boolean isLeader();

    /** Returns the current term, or empty if this candidate does not lead at this moment. */
    Optional<Term> term();

    /** Returns what this candidate knows of the election at this moment. */
    Status status();

    /**
     * Waits until this candidate leads.
     *
     * @return the term, or empty if the time ran out or the election was closed first
     */
    Optional<Term> awaitLeadership(Duration timeout) throws InterruptedException;

    /**
     * Waits until an attempt that ended after the given moment has shown who leads, one way or the other.
     *
     * @param since a moment by this machine's wall clock; {@link Instant#EPOCH} for the first attempt of all
     * @return the status after that attempt, or empty if the time ran out or the election was closed first
     */
    Optional<Status> awaitAttempt(Instant since, Duration timeout) throws InterruptedException;

    /** Tells the listener how things stand, and then everything that happens, in order. */
    Subscription subscribe(ElectionListener listener);

    /**
     * Runs the work whenever this candidate leads, one run per term, starting now if it leads already.
     *
     * @throws IllegalStateException if this election has work already
     */
    void lead(Work work);

    /**
     * Gives the current term up in good order, if there is one: the work is asked to finish, then the lease is
     * released. This candidate then stays back for a while, so that another one leads. Returns at once: the term stays
     * current until its work has ended or its grace is over.
     */
    void resign();

    /**
     * Gives up the current term in good order and stops standing; waits for both, within bounds. An interrupt of the
     * calling thread ends the grace of the work, not the wait. Does not wait when the work of this election calls it.
     * Idempotent.
     */
    @Override
    void close();
}
