package dev.tenure.internal.runtime;

import dev.tenure.Term;
import dev.tenure.Work;

/**
 * A thread that does the work of one term, or runs one of its hooks.
 *
 * <p>The work may hold the monitor of this object, so nothing here is synchronized on it.
 */
public final class WorkThread extends Thread implements JobRunner.Job {
    private final Work work;
    private final Term term;
    private final JobRunner.Report report;
    private final Interruption interruption;

    private WorkThread(Work work, EventLoop loop, Term term, JobRunner.Report report) {
        super(null, null, "tenure-work-" + term.election(), 0, false); // the loop copies no InheritableThreadLocal
        this.work = work;
        this.term = term;
        this.report = report;
        this.interruption = new Interruption(loop::aside);
        setDaemon(true);
    }

    /** Returns the place where each term's work runs on its own thread. */
    public static JobRunner place(Work work, EventLoop loop) {
        return (term, report) -> {
            WorkThread thread = new WorkThread(work, loop, term, report);
            loop.aside(thread::startOrReport);
            return thread;
        };
    }

    /** Not on the loop: to start a thread takes the monitor of its group, which is anybody's to hold. */
    private void startOrReport() {
        try {
            start();
        } catch (RuntimeException | Error notStarted) {
            report.ended(notStarted);
        }
    }

    /** Tells whether the calling thread runs code of a term in the given view. */
    public static boolean isWorkOf(LeadershipView view) {
        return Thread.currentThread() instanceof WorkThread thread
                && thread.term instanceof LiveTerm live
                && live.view() == view;
    }

    /**
     * Tells whether the calling thread runs code of the term with this token. A hook that was left behind when its term
     * ended may still run during a later one, which does not wait for it.
     */
    static boolean isWorkOf(LeadershipView view, long token) {
        return isWorkOf(view) && ((WorkThread) Thread.currentThread()).term.token() == token;
    }

    @Override
    public void run() {
        Throwable thrown = null;
        interruption.begin();
        try {
            work.during(term);
        } catch (Throwable any) {
            thrown = any;
        }
        interruption.end();
        report.ended(thrown);
    }

    /** The work sees it by asking {@link Term#isEnding()}. */
    @Override
    public void ask() {}

    @Override
    public void cancel() {
        interruption.request();
    }

    /** A thread cannot be killed: it is interrupted once more, for work that swallowed the first one. */
    @Override
    public void kill() {
        interruption.request();
    }
}
