package dev.tenure.cli.guardian;

import java.io.Closeable;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Keeps the processes of the next term ready. Thread-safe. */
public final class StandbyProcesses implements Closeable {
    private final GuardedCommand guarded;
    private @Nullable RunProcesses processes;
    private boolean closed;

    /** Has the processes of the first term started by another thread, because that takes time. */
    public StandbyProcesses(GuardedCommand guarded) {
        this.guarded = guarded;
        Thread starter = new Thread(this::prepare, "tenure-standby");
        starter.setDaemon(true);
        try {
            starter.start();
        } catch (OutOfMemoryError noThread) { // Java's error for a thread that cannot be started
            prepare();
        }
    }

    /** Starts the processes of the next term, unless they are ready. A failure now is ignored: it may succeed later. */
    public synchronized void prepare() {
        if (processes == null && !closed) {
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

    /** Ends processes that were not needed. */
    @Override
    public synchronized void close() {
        closed = true;
        if (processes != null) {
            processes.close();
        }
    }
}
