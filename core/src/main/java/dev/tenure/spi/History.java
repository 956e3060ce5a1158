package dev.tenure.spi;

import dev.tenure.HistoryEntry;
import java.util.List;

/**
 * What happened in the elections of a store, as their leaders wrote it down. For people: nothing is ever decided by it.
 * Calls block, and each carries the deadline it must answer by. Thread-safe.
 */
public interface History {

    /** At least so many of the last entries of each election are kept. */
    int KEPT = 100;

    /** Adds an entry to the history of its election; those beyond {@link #KEPT} may go. */
    void append(HistoryEntry entry, Deadline deadline);

    /**
     * Adds entries, each to the history of its election, in their order; in one go where the store can. If it fails,
     * some of them may have been added.
     */
    default void appendAll(List<HistoryEntry> entries, Deadline deadline) {
        entries.forEach(entry -> append(entry, deadline));
    }

    /** Returns up to that many of the last entries of an election, in the order they were added, the latest last. */
    List<HistoryEntry> last(String election, int most, Deadline deadline);
}
