package dev.tenure.store.memory;

import dev.tenure.HistoryEntry;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.History;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What happened in the elections of a store in memory: the last {@link #KEPT} entries of each. Thread-safe. */
final class MemoryHistory implements History {
    private final Map<String, List<HistoryEntry>> entries = new HashMap<>();

    @Override
    public synchronized void append(HistoryEntry entry, Deadline deadline) {
        deadline.requireLeft();
        // Most elections have but one entry for long, and a list grows by itself.
        List<HistoryEntry> kept = entries.computeIfAbsent(entry.election(), election -> new ArrayList<>(1));
        if (kept.size() == KEPT) {
            kept.remove(0);
        }
        kept.add(entry);
    }

    @Override
    public synchronized List<HistoryEntry> last(String election, int most, Deadline deadline) {
        deadline.requireLeft();
        List<HistoryEntry> kept = entries.getOrDefault(election, List.of());
        return List.copyOf(kept.subList(Math.max(0, kept.size() - most), kept.size()));
    }
}
