package dev.tenure;

import dev.tenure.spi.LeaseStore;

/**
 * One process that may lead: it stands in any number of elections, all kept in one store. Thread-safe.
 *
 * <p>Closing it gives up every term in good order, so that the next candidate leads at once.
 */
public interface Candidate extends AutoCloseable {

    /** Returns a candidate in the making on the given store, which it closes when it is closed itself. */
    static CandidateBuilder on(LeaseStore store) {
        return new CandidateBuilder(store, true);
    }

    /** Returns a candidate in the making on a store that others use too, and that it therefore leaves open. */
    static CandidateBuilder onShared(LeaseStore store) {
        return new CandidateBuilder(store, false);
    }

    /** Returns who this candidate is. */
    Identity identity();

    /**
     * Stands in the election from now on; the first attempt to lead is made at once.
     *
     * @throws IllegalArgumentException if the store cannot keep an election of this name
     * @throws IllegalStateException if this candidate is closed, or stands in this election already, or stood in it and
     *     its work has not ended yet
     */
    Election stand(String election);

    /**
     * Gives up every term in good order, stops standing, and waits for it, within bounds. An interrupt of the calling
     * thread ends the grace of the work, not the wait. Does not wait when work of this candidate calls it. Idempotent.
     */
    @Override
    void close();
}
