package dev.tenure.simulator;

import dev.tenure.Term;
import dev.tenure.internal.Workplace;
import org.jspecify.annotations.Nullable;

/**
 * The work of one term: writes to the fenced resource until it is told to stop, and then takes its time.
 *
 * <p>Well-behaved work stops within the time it stated, or half the margin. Work that hangs may go on beside the next
 * leader; nothing can prevent that, so it is excused from the moment the engine has declared it overdue. Work of a
 * process that was paused beyond its term is excused too: it was never given the chance to stop. So is work on a
 * machine that slept since its last renewal: the timer that cancels it stood still meanwhile, though whoever asks the
 * term hears the truth.
 */
final class SimJob implements Workplace.Job {
    private final Instance instance;
    private final Term term;
    private final Habits habits;
    private final Workplace.Report report;
    private boolean running = true;
    private boolean told;
    private boolean excused;
    private boolean slept;

    SimJob(Instance instance, Term term, Habits habits, Workplace.Report report) {
        this.instance = instance;
        this.term = term;
        this.habits = habits;
        this.report = report;
    }

    void begin() {
        instance.note("work", term.token(), () -> "starts: " + habits);
        write();
        if (habits.endsAfterNanos() > 0) {
            instance.afterOwn(habits.endsAfterNanos(), this::endByItself);
        }
    }

    private void endByItself() {
        if (instance.workMayFail()) {
            end(habits.throwsAtEnd() ? new IllegalStateException("bad work") : null);
        }
    }

    private void write() {
        if (running && !instance.isGone()) {
            instance.write(term);
            instance.afterOwn(habits.pauseNanos(), this::write);
        }
    }

    @Override
    public void ask() {
        note("is asked to finish");
        boolean hangs = habits.hangs() && instance.workMayHang();
        if (running && !hangs && habits.finishesAfterNanos() >= 0) {
            endAfter(habits.finishesAfterNanos());
        }
    }

    @Override
    public void cancel() {
        note("is cancelled");
        if (running && !told) {
            told = true;
            boolean hangs = habits.hangs() && instance.workMayHang();
            endAfter(hangs ? habits.hangsForNanos() : habits.stopsAfterNanos());
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
        instance.afterOwn(ownNanos, () -> end(null));
    }

    private void end(@Nullable Throwable error) {
        if (running) {
            running = false;
            note(error == null ? "ends" : "throws");
            report.ended(error, false);
        }
    }

    /** Ends work that was told to stop. */
    void endIfTold() {
        if (told) {
            end(null);
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

    /** Tells whether this work is being done, and by the rules should not be if other work is. */
    boolean isAnswerable() {
        return running && !excused && !slept;
    }

    long token() {
        return term.token();
    }

    private void note(String what) {
        instance.note("work", term.token(), () -> what);
    }
}
