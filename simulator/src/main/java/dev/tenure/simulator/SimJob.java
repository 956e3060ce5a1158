package dev.tenure.simulator;

import dev.tenure.Term;
import dev.tenure.internal.protocol.Effect.Start.Kind;
import dev.tenure.internal.runtime.JobRunner;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What runs for one term: its work, which writes to the fenced resource until it is told to stop, or one of its hooks.
 *
 * <p>Well-behaved work stops within the time it stated, or half the margin. Work that hangs may go on beside the next
 * leader; nothing can prevent that, so it is excused from the moment the engine has declared it overdue. Work of a
 * process that was paused beyond its term is excused too: it was never given the chance to stop. So is work on a
 * machine that slept since its last renewal: the timer that cancels it stood still meanwhile, though whoever asks the
 * term hears the truth. An acquire hook is held to the same as work. A lose hook runs when the term is over, and may
 * run beside the next leader if that came without a release.
 */
final class SimJob implements JobRunner.Job {
    /** A fast clock leaves readings out: a timer may ring a little after its time at the very instant it is due. */
    private static final long TICK_NANOS = 1_000;

    private final Application application;
    private final Kind kind;
    private final Term term;
    private final Habits habits;
    private final JobRunner.Report report;
    private long progressNanos;
    private boolean running = true;
    private boolean told;
    private boolean failed;
    private boolean stalled;
    private boolean excused;
    private boolean slept;

    SimJob(Application application, Kind kind, Term term, Habits habits, JobRunner.Report report) {
        this.application = application;
        this.kind = kind;
        this.term = term;
        this.habits = habits;
        this.report = report;
    }

    void begin() {
        note("starts: " + habits);
        progressNanos = application.ownNanos();
        if (kind != Kind.LOSE_HOOK) {
            write();
        }
        if (habits.end().afterNanos() >= 0) {
            application.afterOwn(habits.end().afterNanos(), this::endByItself);
        }
        if (habits.stallsAfterNanos() > 0) {
            application.afterOwn(habits.stallsAfterNanos(), () -> stalled = application.isTroubled());
        }
    }

    /** Work that ends, and whatever throws, does so in bad times only, unless it is of a kind that always does. */
    private void endByItself() {
        boolean bad = application.isTroubled() || application.alwaysFails();
        if (bad || kind != Kind.WORK) {
            end(bad && habits.end().thrown() ? new IllegalStateException("bad " + kind) : null);
        }
    }

    private void write() {
        if (running && !application.isGone()) {
            application.write(term);
            if (!stalled) {
                progress();
            }
            application.afterOwn(habits.pauseNanos(), this::write);
        }
    }

    private void progress() {
        term.progress();
        progressNanos = application.ownNanos();
    }

    @Override
    public void ask() {
        note("is asked to finish");
        boolean hangs = habits.hangs() && application.mayHang();
        if (running && !hangs && habits.finishesAfterNanos() >= 0) {
            endAfter(habits.finishesAfterNanos());
        }
    }

    @Override
    public void cancel() {
        note("is cancelled");
        if (running && !told) {
            told = true;
            endAfter(habits.stopsAfterNanos(application.leastTimeToStop(), application.mayHang()));
        }
    }

    @Override
    public void kill() {
        note("overstays");
        excused = true;
        if (running && habits.diesWhenKilled()) {
            end(null);
        }
    }

    private void endAfter(long ownNanos) {
        application.afterOwn(ownNanos, () -> end(null));
    }

    private void end(@Nullable Throwable error) {
        if (running) {
            running = false;
            failed = error != null;
            note(error == null ? "ends" : "throws");
            application.ended(this);
            report.ended(error);
        }
    }

    /** Bad times are over: hooks end, work that was told to stop does, and all other work makes progress again. */
    void heal() {
        if (told || kind != Kind.WORK) {
            end(null);
        } else {
            stalled = false;
            progress();
        }
    }

    /** Takes in that the process runs on after a pause. */
    void resumed() {
        excused |= !term.isCurrent();
    }

    /** Takes in that the machine has slept. */
    void slept() {
        slept = true;
    }

    /** Takes in that a renewal has succeeded. */
    void renewed() {
        slept = false;
    }

    boolean isRunning() {
        return running;
    }

    /** Tells whether it was told to stop before it had ended by itself, or failed: such a hook has not agreed. */
    boolean hasRefused() {
        return running || told || failed;
    }

    /** Tells whether it is being done, and by the rules should not be if other work is. */
    boolean isAnswerable() {
        return kind != Kind.LOSE_HOOK && running && !excused && !slept;
    }

    /** Tells whether nobody has told it to stop although it has made no progress for longer than this. */
    boolean hasStalledFor(Duration length) {
        return kind != Kind.LOSE_HOOK
                && running
                && !told
                && application.ownNanos() - progressNanos > length.toNanos() + TICK_NANOS;
    }

    Kind kind() {
        return kind;
    }

    Term term() {
        return term;
    }

    long token() {
        return term.token();
    }

    private void note(String what) {
        application.note(kind, term.token(), what);
    }
}
