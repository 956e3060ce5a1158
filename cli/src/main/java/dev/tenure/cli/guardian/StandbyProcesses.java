package dev.tenure.cli.guardian;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Keeps a crew ready for the next term. Thread-safe. */
public final class StandbyProcesses implements Closeable {
    private final GuardedCommand assignment;
    private @Nullable RunProcesses crew;

    /** Starts the first crew. */
    public StandbyProcesses(GuardedCommand assignment) {
        this.assignment = assignment;
        prepare();
    }

    /** Starts a crew for the next term, unless there is one. If that fails now, it may succeed when it is needed. */
    public synchronized void prepare() {
        if (crew == null) {
            try {
                crew = RunProcesses.start(assignment);
            } catch (IOException later) {
                crew = null;
            }
        }
    }

    /** Hands the crew out, or a fresh one if somebody has killed a part of it meanwhile. */
    public synchronized RunProcesses take() throws IOException {
        RunProcesses ready = crew;
        crew = null;
        if (ready != null && ready.isComplete()) {
            return ready;
        }
        if (ready != null) {
            ready.close();
        }
        return RunProcesses.start(assignment);
    }

    /** Ends a crew that was not needed. */
    @Override
    public synchronized void close() {
        if (crew != null) {
            crew.close();
        }
    }
}
