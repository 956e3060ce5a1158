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

    /** Returns up to that many of the last entries of an election, in the order they were added, the latest last. */
    List<HistoryEntry> last(String election, int most, Deadline deadline);
}
