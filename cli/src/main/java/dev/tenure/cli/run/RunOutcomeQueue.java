package dev.tenure.cli.run;

import dev.tenure.cli.guardian.RunOutcome;
import dev.tenure.spi.Deadline;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The outcomes of a run in order, and whether another run may begin. Thread-safe.
 *
 * <p>A term may begin just when this process gives up waiting, or after the command has ended by itself. Then the
 * command must not run.
 */
final class RunOutcomeQueue {
    private final BlockingQueue<RunOutcome> queue = new LinkedBlockingQueue<>();
    private boolean over;

    void add(RunOutcome outcome) {
        queue.add(outcome);
    }

    /** Begins a run, and tells whether it was allowed to. */
    synchronized boolean begin() {
        if (!over) {
            queue.add(RunOutcome.of(RunOutcome.Kind.ELECTED));
        }
        return !over;
    }

    /** Forbids further runs. */
    synchronized void end() {
        over = true;
    }

    RunOutcome take() throws InterruptedException {
        return queue.take();
    }

    /** Returns the next outcome, or null if none comes until then; in that case no further run begins. */
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
