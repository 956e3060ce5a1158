package dev.tenure.simulator;

import dev.tenure.Term;
import dev.tenure.internal.Workplace;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The work of one term: writes to the fenced resource until it is told to stop, and then takes its time.
 *
 * <p>Well-behaved work stops within the time it stated, or half the margin. Work that hangs may go on beside the next
 * leader; nothing can prevent that, so it is excused from the moment the engine has declared it overdue. Work of a
 * process that was paused beyond its term is excused too: it was never given the chance to stop.
 */
final class SimJob implements Workplace.Job {
    private final Instance instance;
    private final Term term;
    private final Habits habits;
    private final Consumer<@Nullable Throwable> ended;
    private boolean running = true;
    private boolean told;
    private boolean excused;

    SimJob(Instance instance, Term term, Habits habits, Consumer<@Nullable Throwable> ended) {
        this.instance = instance;
        this.term = term;
        this.habits = habits;
        this.ended = ended;
    }

    void begin() {
        note("starts " + habits);
        write();
        if (habits.endsAfterNanos() > 0) {
            endAfter(habits.endsAfterNanos(), habits.throwsAtEnd() ? new IllegalStateException("bad work") : null);
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
        if (running && !habits.hangs() && habits.finishesAfterNanos() >= 0) {
            endAfter(habits.finishesAfterNanos(), null);
        }
    }

    @Override
    public void cancel() {
        note("is cancelled");
        if (running && !told) {
            told = true;
            endAfter(habits.hangs() ? habits.hangsForNanos() : habits.stopsAfterNanos(), null);
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

    private void endAfter(long ownNanos, @Nullable Throwable error) {
        instance.afterOwn(ownNanos, () -> end(error));
    }

    /** Ends the work, unless it has ended before. */
    void end(@Nullable Throwable error) {
        if (running) {
            running = false;
            note(error == null ? "ends" : "throws");
            ended.accept(error);
        }
    }

    /** Ends work that hangs, or was told to stop. */
    void endIfTold() {
        if (told || habits.hangs()) {
            end(null);
        }
    }

    /** Takes in that the process runs on after a pause. */
    void resumed() {
        excused |= !term.isCurrent();
    }

    boolean isRunning() {
        return running;
    }

    /** Tells whether this work is being done, and by the rules should not be if other work is. */
    boolean isAnswerable() {
        return running && !excused;
    }

    long token() {
        return term.token();
    }

    private void note(String what) {
        instance.note("work", term.token(), what);
    }
}
