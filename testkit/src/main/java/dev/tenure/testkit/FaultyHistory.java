package dev.tenure.testkit;

import dev.tenure.HistoryEntry;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.History;
import dev.tenure.testkit.FaultyStore.Operation;
import java.util.List;

/** A history whose calls go wrong as scripted. Thread-safe. */
final class FaultyHistory implements History {
    private final History history;
    private final FaultyStore faults;

    FaultyHistory(History history, FaultyStore faults) {
        this.history = history;
        this.faults = faults;
    }

    @Override
    public void append(HistoryEntry entry, Deadline deadline) {
        faults.call(Operation.APPEND, List.of(entry.election()), deadline, by -> {
            history.append(entry, by);
            return entry;
        });
    }

    @Override
    public List<HistoryEntry> last(String election, int most, Deadline deadline) {
        return faults.call(Operation.LAST, List.of(election), deadline, by -> history.last(election, most, by));
    }
}
