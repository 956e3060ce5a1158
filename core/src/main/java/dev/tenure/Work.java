package dev.tenure;

/** What a leader does while it leads. */
@FunctionalInterface
public interface Work {

    /**
     * Does the work of one term, on its own thread.
     *
     * <p>When the term is lost the thread is interrupted and {@code term.isCurrent()} is false: return then, at once.
     * The lease is never released while this method runs, and this candidate leads no other term of the election before
     * it has returned.
     *
     * <p>Work that returns earlier keeps the term: this candidate leads on, idle, until the term ends. To give the term
     * up, call {@link Term#resign()}. Work that throws gives the term up too, and this candidate does not claim for two
     * ttls, so that another one tries. The work runs again in every further term, here or on another candidate.
     */
    void during(Term term) throws Exception;
}
