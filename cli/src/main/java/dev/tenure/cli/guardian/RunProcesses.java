package dev.tenure.cli.guardian;

import java.io.Closeable;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The two processes of a run, started before there is a term to run in, so that an election need not wait for them.
 *
 * <p>Both sit still until they are told something, and end when this process does.
 */
final class RunProcesses implements Closeable {
    private final GuardedCommand assignment;
    private final BlockingQueue<ProcessReport> signs = new LinkedBlockingQueue<>();
    private final CommandProcess runner;
    private final ProcessTree tree;
    private Guardian guardian;

    private RunProcesses(GuardedCommand assignment) throws IOException {
        this.assignment = assignment;
        Object lock = ProcessTree.key(assignment.files().checked().tree());
        this.guardian = Guardian.start(assignment, signs::add);
        try {
            this.runner = CommandProcess.start(
                    assignment, () -> signs.add(ProcessReport.of(ProcessReport.Word.COMMAND_ENDED)));
        } catch (IOException notStarted) {
            guardian.close();
            throw notStarted;
        }
        this.tree = runner.tree(lock);
        guardian.guard(runner.pid());
    }

    static RunProcesses start(GuardedCommand assignment) throws IOException {
        return new RunProcesses(assignment);
    }

    GuardedCommand assignment() {
        return assignment;
    }

    Guardian guardian() {
        return guardian;
    }

    CommandProcess runner() {
        return runner;
    }

    /** Returns what has become of the runner: the command and all its processes. */
    ProcessTree tree() {
        return tree;
    }

    /** Tells whether both processes are still there, as they should be before a term. */
    boolean isComplete() {
        return signs.isEmpty();
    }

    /** Returns the next sign, or null if none comes in time. */
    @Nullable ProcessReport next(long millis) throws InterruptedException {
        return signs.poll(millis, TimeUnit.MILLISECONDS);
    }

    /**
     * Starts another guardian, whose only order is to kill everything and to say when it is gone. It looks at the locks
     * by itself, and ends if they are no longer what they were.
     */
    void replaceGuardian(long token) throws IOException {
        guardian = Guardian.start(assignment, signs::add);
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
