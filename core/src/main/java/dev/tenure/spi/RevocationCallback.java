package dev.tenure.spi;

/**
 * Lets a store that chooses which candidate may claim reach the candidate it chose: {@link LeaseStore#register}.
 * Thread-safe, and waits for nobody.
 */
public interface RevocationCallback {

    /**
     * Asks the candidate to end its term gracefully, because the store is about to choose another. That it is done
     * shows in the lease's release.
     *
     * @param token the term that is meant; for any other the call is void
     * @param cause why, for people
     */
    void handOver(long token, String cause);

    /**
     * Tells the candidate that its term is lost at once: another may have been chosen already.
     *
     * @param token the term that is meant; for any other the call is void
     * @param cause why, for people
     */
    void lost(long token, String cause);
}
