package dev.tenure.internal;

import dev.tenure.Term;
import dev.tenure.Work;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A thread that does the work of one term. */
final class WorkThread extends Thread implements Workplace.Job {
    private final Work work;
    private final Term term;
    private final Consumer<@Nullable Throwable> ended;

    private WorkThread(Work work, Term term, Consumer<@Nullable Throwable> ended) {
        super("tenure-work-" + term.election());
        this.work = work;
        this.term = term;
        this.ended = ended;
    }

    /** Returns the place where each term's work runs on a thread of its own. */
    static Workplace place(Work work) {
        return (term, ended) -> {
            WorkThread thread = new WorkThread(work, term, ended);
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
        } finally {
            ended.accept(thrown);
        }
    }

    /** The work sees it by asking {@link Term#isEnding()}. */
    @Override
    public void ask() {}

    @Override
    public void cancel() {
        interrupt();
    }

    /** A thread cannot be killed: it is interrupted once more, for work that swallowed the first one. */
    @Override
    public void kill() {
        interrupt();
    }
}
