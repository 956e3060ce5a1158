package dev.tenure.testkit;

import java.util.Set;

/**
 * A set of words in a resource behind a fence, which {@link FenceContract} writes to. Each addition reads the whole
 * set, adds a word and writes the whole set, so that a write based on an old reading loses what was added since.
 *
 * <p>An adapter for one fence implements it: a public class, with a public constructor that takes its address, because
 * the contract also writes from another process. Thread-safe.
 */
public interface FencedSet {
    /** Runs between the reading and the writing of an addition. */
    @FunctionalInterface
    interface Pause {
        /** Does not pause. */
        Pause NONE = () -> {};

        void run() throws Exception;
    }

    /** Returns where the set is, for the constructor of the same class in another process. */
    String address();

    /** Returns the words in the set, whoever wrote them; empty if nobody did. */
    Set<String> words() throws Exception;

    /** Reads the set, pauses, and writes it with one more word under the fence. */
    void add(String election, long token, String word, Pause pause) throws Exception;

    /**
     * Does the same as a program that has no fence: asks whether a higher token has written, reads the set, pauses, and
     * then writes it without asking again.
     */
    void addAfterCheck(String election, long token, String word, Pause pause) throws Exception;

    /**
     * Removes the mark of the fence, as an operator does, or the restart of a server that keeps it in memory. Words may
     * be gone with it.
     *
     * @return the set as it is then, for the next additions
     */
    FencedSet withoutMark() throws Exception;
}
