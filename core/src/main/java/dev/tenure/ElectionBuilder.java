package dev.tenure;

import java.time.Duration;

/** Prepares a candidate's stand in one election, see {@link Candidate#prepare}. Not thread-safe. */
public interface ElectionBuilder {

    /**
     * Sets what runs before a term is announced, while the lease is kept. If it throws, the term is given up, the lose
     * hook runs, and this candidate does not claim for two ttls; until it has returned, nobody sees a leader here. It
     * is interrupted if the lease is lost meanwhile.
     */
    ElectionBuilder onAcquire(Hook hook);

    /**
     * Sets what runs after a term has ended and its work with it, however it ended, before the lease is released. If it
     * takes longer than the candidate's grace, and at least a second, it is interrupted and left to itself; the lease
     * is then left to run out.
     */
    ElectionBuilder onLose(Hook hook);

    /**
     * Gives the term up if its work, or its acquire hook, has not called {@link Term#progress()} for this long.
     * Default: it may be silent for ever.
     */
    ElectionBuilder stallAfter(Duration silence);

    /** Stands in the election from now on, as {@link Candidate#stand} does. */
    Election stand();
}
