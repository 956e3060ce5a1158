package dev.tenure.store.memory;

import dev.tenure.spi.Capability;
import dev.tenure.spi.Cell;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Sighting;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * The smallest store there is: records in memory, without a clock, read with a version and written if it is still the
 * same. Thread-safe.
 */
public final class MemoryCell extends MemoryRecords implements Cell {

    /** Makes a cell that pushes no wake-ups. */
    public MemoryCell() {
        this(false);
    }

    /** Makes a cell that pushes wake-ups or not. */
    public MemoryCell(boolean watchable) {
        super(watchable ? Set.of(Capability.WATCH) : Set.of());
    }

    @Override
    public Sighting read(String election, Deadline deadline) {
        deadline.requireLeft();
        return snapshot(election).sighting();
    }

    @Override
    public Optional<String> write(String election, Sighting entry, String version, Deadline deadline) {
        deadline.requireLeft();
        MemoryRecord next = entryOf(entry);
        Change change = change(election, found -> found.sighting().version().equals(version), found -> next);
        return change.made() ? Optional.of(next.sighting().version()) : Optional.empty();
    }

    /** Does nothing: any number of {@link dev.tenure.spi.CellStore} may be opened over one cell, and closed. */
    @Override
    public void close() {}

    private static MemoryRecord entryOf(Sighting entry) {
        if (entry instanceof Sighting.Held held) {
            return MemoryRecord.held(held.lease(), Instant.MAX);
        }
        if (entry instanceof Sighting.Released mark) {
            return MemoryRecord.released(mark, Instant.MAX);
        }
        throw new IllegalArgumentException("only a lease or the mark of a release can be written, not " + entry);
    }
}
