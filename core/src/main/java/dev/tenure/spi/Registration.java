package dev.tenure.spi;

/**
 * A candidate's entry in an election of a store that chooses which candidate may claim: {@link LeaseStore#register}.
 */
public interface Registration extends AutoCloseable {

    /** What stores give that leave it to their candidates who claims. */
    Registration NONE = new Registration() {
        @Override
        public void willing(boolean willing) {}

        @Override
        public void close() {}
    };

    /**
     * Says whether the candidate holds a term or would take one at this moment: a store should not choose one that
     * would not. Said often, mostly without anything new, from a thread that must not wait.
     */
    void willing(boolean willing);

    /** Ends the entry: the candidate stands no longer, and has released what it held. Does not wait. Idempotent. */
    @Override
    void close();
}
