package dev.tenure.simulator.cluster;

import dev.tenure.Timing;
import dev.tenure.simulator.store.StoreSteps;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Cell;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Sighting;
import dev.tenure.store.memory.MemoryCell;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A cell as one process sees it: each read and each write is a step of its own. */
final class SteppedCell implements Cell {
    private final MemoryCell cell;
    private final StoreSteps steps;
    private final Written written;

    /** Hears of each write that was made. */
    interface Written {
        void wrote(String election, Sighting entry, long sentNanos);
    }

    SteppedCell(MemoryCell cell, StoreSteps steps, Written written) {
        this.cell = cell;
        this.steps = steps;
        this.written = written;
    }

    @Override
    public Sighting read(String election, Deadline deadline) {
        return steps.step(
                List.of(election), () -> "reads", () -> cell.read(election, StoreView.ample(deadline.time())));
    }

    @Override
    public Optional<String> write(String election, Sighting entry, String version, Deadline deadline) {
        long sentNanos = steps.trueNanos();
        return steps.step(List.of(election), () -> "writes " + TraceText.of(entry), () -> {
            Optional<String> made = cell.write(election, entry, version, StoreView.ample(deadline.time()));
            if (made.isPresent()) {
                written.wrote(election, entry, sentNanos);
            }
            return made;
        });
    }

    @Override
    public String name() {
        return cell.name();
    }

    @Override
    public Set<Capability> capabilities() {
        return cell.capabilities();
    }

    @Override
    public Timing timing() {
        return cell.timing();
    }

    @Override
    public void checkName(String election) {
        cell.checkName(election);
    }

    @Override
    public void close() {}
}
