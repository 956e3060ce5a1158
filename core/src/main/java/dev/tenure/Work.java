package dev.tenure;

/** What a leader does while it leads. */
@FunctionalInterface
public interface Work {

    /**
     * Does the work of one term, on a thread of its own.
     *
     * <p>When the term is lost the thread is interrupted and {@code term.isCurrent()} is false: return then, at once.
     * Returning earlier, or throwing, gives the term up; after throwing this candidate stays back for two ttls, so that
     * another one tries. The lease is never released while this method runs, and this candidate leads no other term of
     * the election before it has returned.
     */
    void during(Term term) throws Exception;
}
