package dev.tenure.internal;

import dev.tenure.Hook;
import dev.tenure.Term;
import dev.tenure.Work;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A thread that does the work of one term, and then cleans up after it. */
final class WorkThread extends Thread implements Workplace.Job {
    private final Work work;
    private final @Nullable Hook cleanUp;
    private final Term term;
    private final Setup setup;
    private final EventLoop loop;
    private final Workplace.Report report;
    private final AtomicBoolean reported = new AtomicBoolean();
    private boolean cleaning;

    private WorkThread(
            Work work, @Nullable Hook cleanUp, Setup setup, EventLoop loop, Term term, Workplace.Report report) {
        super("tenure-work-" + term.election());
        this.work = work;
        this.cleanUp = cleanUp;
        this.term = term;
        this.setup = setup;
        this.loop = loop;
        this.report = report;
        setDaemon(true);
    }

    /** Returns the place where each term's work runs on a thread of its own, and is cleaned up after if need be. */
    static Workplace place(Work work, @Nullable Hook cleanUp, Setup setup, EventLoop loop) {
        return (term, report) -> {
            WorkThread thread = new WorkThread(work, cleanUp, setup, loop, term, report);
            thread.start();
            return thread;
        };
    }

    /** Tells whether this is the work of a term in the given seat. */
    boolean isOf(Seat seat) {
        return term instanceof SeatedTerm seated && seated.seat() == seat;
    }

    @Override
    public void run() {
        Throwable thrown = null;
        try {
            work.during(term);
        } catch (Throwable any) {
            thrown = any;
        }
        Throwable outcome = thrown;
        try {
            outcome = cleanUp == null ? thrown : cleanUpAfter(cleanUp, thrown);
        } finally {
            report(outcome, false);
        }
    }

    /** A clean-up that takes too long is interrupted, and nobody waits for it any more. */
    private @Nullable Throwable cleanUpAfter(Hook hook, @Nullable Throwable thrown) {
        beginCleaning();
        report.cleansUp();
        EventLoop.Timer limit =
                loop.schedule(loop.time().nanos() + setup.patience().toNanos(), () -> {
                    if (report(thrown, true)) {
                        interrupt();
                    }
                });
        try {
            hook.run(term);
            return thrown;
        } catch (Throwable unclean) {
            IllegalStateException failed =
                    new IllegalStateException("the clean-up failed: " + Failures.describe(unclean), unclean);
            if (thrown != null) {
                failed.addSuppressed(thrown);
            }
            return failed;
        } finally {
            loop.execute(limit::cancel);
        }
    }

    /** From here on an interrupt would hit the clean-up, though it was meant for the work. */
    private synchronized void beginCleaning() {
        cleaning = true;
        interrupted();
    }

    private synchronized void interruptWork() {
        if (!cleaning) {
            interrupt();
        }
    }

    private boolean report(@Nullable Throwable thrown, boolean leftBehind) {
        boolean first = reported.compareAndSet(false, true);
        if (first) {
            report.ended(thrown, leftBehind);
        }
        return first;
    }

    /** The work sees it by asking {@link Term#isEnding()}. */
    @Override
    public void ask() {}

    @Override
    public void cancel() {
        interruptWork();
    }

    /** A thread cannot be killed: it is interrupted once more, for work that swallowed the first one. */
    @Override
    public void kill() {
        interruptWork();
    }
}
