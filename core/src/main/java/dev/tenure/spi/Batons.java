package dev.tenure.spi;

import java.util.Optional;

/**
 * What the leaders of an election leave to their successors: one small register per election, read with its version and
 * written if it still has that version. Calls block, and each carries the deadline it must answer by. Thread-safe.
 *
 * <p>A baton outlives release, expiry and restart: nothing but a later write replaces it. A store compares versions and
 * judges nothing else; which term may write is decided above it, once for all stores. A version must never come back:
 * two writes of different {@link Baton#writeId} have different versions. What was confirmed must be as lasting as a
 * lease that was granted.
 */
public interface Batons {

    /** So many bytes of content every store keeps. */
    int MAX_BYTES = 4_160;

    /**
     * Returns the baton of an election, as of this moment, or empty if none was ever written.
     *
     * @throws dev.tenure.StoreException of kind MISCONFIGURED if what is there is no baton
     */
    Optional<Baton> read(String election, Deadline deadline);

    /**
     * Writes the baton if it still has the given version.
     *
     * @param next what to write; its own version means nothing here
     * @param version the version that was read, or empty if there must be no baton yet
     * @return the new version, or empty if another baton was there
     */
    Optional<String> write(String election, Baton next, String version, Deadline deadline);
}
