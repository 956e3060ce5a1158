package dev.tenure.cli.run;

import dev.tenure.cli.guardian.RunOutcome;
import dev.tenure.spi.Deadline;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of the runs of a command, in order, and whether another one may begin. Thread-safe.
 *
 * <p>A term may begin at the very moment this process gives up waiting for one, or after the command has done all it
 * was to do: then the command must not run (again).
 */
final class RunOutcomeQueue {
    private final BlockingQueue<RunOutcome> queue = new LinkedBlockingQueue<>();
    private boolean over;

    void add(RunOutcome outcome) {
        queue.add(outcome);
    }

    /** Tells whether a run may begin; if so, it has. */
    synchronized boolean begin() {
        if (!over) {
            queue.add(RunOutcome.of(RunOutcome.Kind.ELECTED));
        }
        return !over;
    }

    /** No run begins any more. */
    synchronized void end() {
        over = true;
    }

    RunOutcome take() throws InterruptedException {
        return queue.take();
    }

    /** Returns what happens until then; null if nothing does, and then no run begins any more. */
    @Nullable RunOutcome takeBy(Deadline until) throws InterruptedException {
        RunOutcome next = queue.poll(until.remaining().toMillis(), TimeUnit.MILLISECONDS);
        return next == null ? endUnlessLate() : next;
    }

    private synchronized @Nullable RunOutcome endUnlessLate() {
        RunOutcome late = queue.poll();
        over = late == null;
        return late;
    }
}
