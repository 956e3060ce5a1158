package dev.tenure.internal.runtime;

import dev.tenure.Hook;
import dev.tenure.Term;
import dev.tenure.Work;
import dev.tenure.internal.protocol.CallFailures;
import dev.tenure.internal.protocol.CampaignSetup;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A thread that does the work of one term, and then cleans up after it.
 *
 * <p>The work may hold the monitor of this object, so nothing here is synchronized on it.
 */
public final class WorkThread extends Thread implements JobRunner.Job {
    private final Work work;
    private final @Nullable Hook cleanUp;
    private final Term term;
    private final CampaignSetup setup;
    private final EventLoop loop;
    private final JobRunner.Report report;
    private final AtomicBoolean reported = new AtomicBoolean();
    private final Interruption ofWork;
    private final Interruption ofCleanUp;

    private WorkThread(
            Work work,
            @Nullable Hook cleanUp,
            CampaignSetup setup,
            EventLoop loop,
            Term term,
            JobRunner.Report report) {
        super(null, null, "tenure-work-" + term.election(), 0, false); // the loop copies no InheritableThreadLocal
        this.work = work;
        this.cleanUp = cleanUp;
        this.term = term;
        this.setup = setup;
        this.loop = loop;
        this.report = report;
        this.ofWork = new Interruption(loop::aside);
        this.ofCleanUp = new Interruption(loop::aside);
        setDaemon(true);
    }

    /** Returns the place where each term's work runs on a thread of its own, and is cleaned up after if need be. */
    public static JobRunner place(Work work, @Nullable Hook cleanUp, CampaignSetup setup, EventLoop loop) {
        return (term, report) -> {
            WorkThread thread = new WorkThread(work, cleanUp, setup, loop, term, report);
            loop.aside(thread::startOrReport);
            return thread;
        };
    }

    /** Not on the loop: to start a thread takes the monitor of its group, which is anybody's to hold. */
    private void startOrReport() {
        try {
            start();
        } catch (RuntimeException | Error notStarted) {
            report(notStarted, false);
        }
    }

    /** Tells whether this is the work of a term in the given seat. */
    public boolean isOf(LeadershipView view) {
        return term instanceof LiveTerm seated && seated.view() == view;
    }

    @Override
    public void run() {
        Throwable thrown = null;
        ofWork.begin();
        try {
            work.during(term);
        } catch (Throwable any) {
            thrown = any;
        }
        ofWork.end(); // from here on an interrupt would hit the clean-up, though it was meant for the work
        Throwable outcome = thrown;
        try {
            outcome = cleanUp == null ? thrown : cleanUpAfter(cleanUp, thrown);
        } finally {
            report(outcome, false);
        }
    }

    /** A clean-up that takes too long is interrupted, and nobody waits for it any more. */
    private @Nullable Throwable cleanUpAfter(Hook hook, @Nullable Throwable thrown) {
        ofCleanUp.begin();
        report.cleansUp();
        EventLoop.Timer limit = loop.schedule(
                loop.time().nanos() + setup.patience().toNanos(), () -> loop.aside(() -> leaveBehind(thrown)));
        try {
            hook.run(term);
            return thrown;
        } catch (Throwable unclean) {
            IllegalStateException failed =
                    new IllegalStateException("the clean-up failed: " + CallFailures.describe(unclean), unclean);
            if (thrown != null) {
                failed.addSuppressed(thrown);
            }
            return failed;
        } finally {
            loop.execute(limit::cancel);
        }
    }

    private void leaveBehind(@Nullable Throwable thrown) {
        if (report(thrown, true)) {
            ofCleanUp.request();
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
        ofWork.request();
    }

    /** A thread cannot be killed: it is interrupted once more, for work that swallowed the first one. */
    @Override
    public void kill() {
        ofWork.request();
    }
}
