package dev.tenure.cli.guardian;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The two processes of a run, guardian and command, started before a term begins so that its start need not wait for
 * them.
 *
 * <p>Both wait for orders, and end when this process ends.
 */
final class RunProcesses implements Closeable {
    private final GuardedCommand guarded;
    private final BlockingQueue<ProcessReport> reports = new LinkedBlockingQueue<>();
    private final CommandProcess runner;
    private final ProcessTree tree;
    private Guardian guardian;

    private RunProcesses(GuardedCommand guarded) throws IOException {
        this.guarded = guarded;
        Object lock = ProcessTree.key(guarded.files().checked().tree());
        this.guardian = Guardian.start(guarded, reports::add);
        try {
            this.runner = CommandProcess.start(
                    guarded, () -> reports.add(ProcessReport.of(ProcessReport.Word.COMMAND_ENDED)));
        } catch (IOException notStarted) {
            guardian.close();
            throw notStarted;
        }
        this.tree = runner.tree(lock);
        guardian.guard(runner.pid());
    }

    static RunProcesses start(GuardedCommand guarded) throws IOException {
        return new RunProcesses(guarded);
    }

    GuardedCommand guarded() {
        return guarded;
    }

    Guardian guardian() {
        return guardian;
    }

    CommandProcess runner() {
        return runner;
    }

    /** Returns the command and all its processes. */
    ProcessTree tree() {
        return tree;
    }

    /** Tells whether both processes are still alive before a term. */
    boolean isComplete() {
        return reports.isEmpty();
    }

    /** Returns the next report, or null if none comes in time. */
    @Nullable ProcessReport next(long millis) throws InterruptedException {
        return reports.poll(millis, TimeUnit.MILLISECONDS);
    }

    /**
     * Starts another guardian with the only order to kill everything and to report when all has ended. It checks the
     * locks itself, and ends if they have changed.
     */
    void replaceGuardian(long token) throws IOException {
        guardian = Guardian.start(guarded, reports::add);
        guardian.guard(runner.pid());
        guardian.term(token);
        guardian.close();
    }

    /** Ends both processes, and the command if there is one, without waiting for it. */
    @Override
    public void close() {
        guardian.close();
    }
}
