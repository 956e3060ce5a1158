package dev.tenure.simulator.store;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.memory.MemoryCell;
import java.time.Duration;
import java.util.Optional;

/**
 * The topic of an election in a choosing store: whoever has taken it over appends, and nobody else. Writes are
 * conditional on nothing else, as those of a Kafka producer with a transactional id.
 */
public final class TermTopic {
    private static final Duration AMPLE = Duration.ofSeconds(1);

    private final String election;
    private final MemoryCell cell;
    private final TimeSource time;
    private final Runnable onChange;
    private int writer;

    /** Creates the topic of an election, whose last record is in the cell. */
    public TermTopic(String election, MemoryCell cell, TimeSource time, Runnable onChange) {
        this.onChange = onChange;
        this.election = election;
        this.cell = cell;
        this.time = time;
    }

    String election() {
        return election;
    }

    /** Returns what the last record says. */
    Sighting shown() {
        return cell.snapshot(election).sighting();
    }

    /** Takes the topic over: nobody who did before can write any more. Returns the number of the new writer. */
    int takeOver() {
        return ++writer;
    }

    /** Appends a record and returns its version, or nothing if another has taken over. */
    Optional<String> append(int by, Sighting entry) {
        if (by != writer) {
            return Optional.empty();
        }
        Optional<String> version = cell.write(election, entry, shown().version(), Deadline.after(time, AMPLE));
        onChange.run();
        return version;
    }
}
