package dev.tenure;

/**
 * Something that a leader does on the thread of its caller, see {@link Election#runIfLeader}.
 *
 * @param <X> what it may throw; inferred, and unchecked if it throws nothing
 */
@FunctionalInterface
public interface LeaderTask<X extends Exception> {

    /** Does it, under the given term. */
    void run(Term term) throws X;
}
