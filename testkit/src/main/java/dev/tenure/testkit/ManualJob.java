package dev.tenure.testkit;

import dev.tenure.Work;
import org.jspecify.annotations.Nullable;

/** A thread that runs the work or a hook of one term of a {@link ManualElection}. */
final class ManualJob extends Thread {
    private final Kind kind;
    private final Work work;
    private final ManualTerm term;
    private final Report report;
    private boolean cancelled;

    /** What a job is for. */
    enum Kind {
        ACQUIRE_HOOK("the acquire hook"),
        WORK("the work"),
        LOSE_HOOK("the lose hook");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** Hears that a job has really ended, on its thread. */
    interface Report {
        void ended(ManualJob job, @Nullable Throwable thrown);
    }

    ManualJob(Kind kind, Work work, ManualTerm term, Report report) {
        super("tenure-manual-" + term.election());
        this.kind = kind;
        this.work = work;
        this.term = term;
        this.report = report;
        setDaemon(true);
    }

    Kind kind() {
        return kind;
    }

    ManualTerm term() {
        return term;
    }

    /** Interrupts the job. Called under the election's lock. */
    void cancel() {
        cancelled = true;
        interrupt();
    }

    /** Tells whether it was told to stop. Called under the election's lock. */
    boolean isCancelled() {
        return cancelled;
    }

    @Override
    public void run() {
        Throwable thrown = null;
        try {
            work.during(term);
        } catch (Throwable any) {
            thrown = any;
        }
        interrupted(); // the interrupt was meant for the work, not for what follows
        report.ended(this, thrown);
    }
}
