package dev.tenure.cli.guardian;

import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps the processes of the next term ready. Thread-safe. */
public final class StandbyProcesses implements Closeable {
    private final GuardedCommand guarded;
    private @Nullable RunProcesses processes;

    /** Starts the processes of the first term. */
    public StandbyProcesses(GuardedCommand guarded) {
        this.guarded = guarded;
        prepare();
    }

    /** Starts the processes of the next term, unless they are ready. A failure now is ignored: it may succeed later. */
    public synchronized void prepare() {
        if (processes == null) {
            try {
                processes = RunProcesses.start(guarded);
            } catch (IOException later) {
                processes = null;
            }
        }
    }

    /** Returns the ready processes, or new ones if one of them was killed meanwhile. */
    public synchronized RunProcesses take() throws IOException {
        RunProcesses ready = processes;
        processes = null;
        if (ready != null && ready.isComplete()) {
            return ready;
        }
        if (ready != null) {
            ready.close();
        }
        return RunProcesses.start(guarded);
    }

    /** Returns processes for one more run of the same term, of a command without what came before the first. */
    public RunProcesses again(List<String> command) throws IOException {
        return RunProcesses.start(guarded.with(command));
    }

    /** Ends processes that were not needed. */
    @Override
    public synchronized void close() {
        if (processes != null) {
            processes.close();
        }
    }
}
