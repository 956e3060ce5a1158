package dev.tenure.simulator.cluster;

import dev.tenure.Term;
import dev.tenure.internal.protocol.Effect.Start.Kind;
import dev.tenure.internal.runtime.JobRunner;
import dev.tenure.simulator.scenario.JobBehaviour;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The work or a hook of one term. Work writes to the fenced resource until it ends.
 *
 * <p>Some jobs are exempt from the check that only one work runs, because the engine cannot stop them in time: work
 * that hangs, once the engine has declared it overdue; work of a process that was paused beyond its term; and work on a
 * machine that slept since its last renewal, because the timer that cancels it stopped meanwhile, but no longer than
 * that timer takes once the machine is awake. In all these cases {@code term.isCurrent()} is false. An acquire hook is
 * checked like work. A lose hook runs after its term, and may run beside the next leader if the lease has expired.
 */
final class SimJob implements JobRunner.Job {
    /** A fast clock skips readings, so a timer may run at a reading slightly later than its own. */
    private static final long TICK_NANOS = 1_000;

    private final SimApplication application;
    private final Kind kind;
    private final Term term;
    private final JobBehaviour behaviour;
    private final JobRunner.Report report;
    private long progressNanos;
    private boolean running = true;
    private boolean cancelled;
    private boolean failed;
    private boolean stalled;
    private boolean exempt;
    private @Nullable Long sleptUntilNanos;

    SimJob(SimApplication application, Kind kind, Term term, JobBehaviour behaviour, JobRunner.Report report) {
        this.application = application;
        this.kind = kind;
        this.term = term;
        this.behaviour = behaviour;
        this.report = report;
    }

    void begin() {
        note("starts: " + behaviour);
        progressNanos = application.ownNanos();
        if (kind != Kind.LOSE_HOOK) {
            write();
        }
        if (behaviour.end().afterNanos() >= 0) {
            application.afterOwn(behaviour.end().afterNanos(), this::endByItself);
        }
        if (behaviour.stallsAfterNanos() > 0) {
            application.afterOwn(behaviour.stallsAfterNanos(), () -> stalled = application.isFaulty());
        }
    }

    /** Lets work end, and jobs throw, only during faults, unless the candidate always fails. */
    private void endByItself() {
        boolean bad = application.isFaulty() || application.alwaysFails();
        if (bad || kind != Kind.WORK) {
            end(bad && behaviour.end().thrown() ? new IllegalStateException("bad " + kind) : null);
        }
    }

    private void write() {
        if (running && !application.isGone()) {
            application.write(term);
            if (!stalled) {
                progress();
            }
            application.afterOwn(behaviour.pauseNanos(), this::write);
        }
    }

    private void progress() {
        term.progress();
        progressNanos = application.ownNanos();
    }

    @Override
    public void ask() {
        note("is asked to finish");
        boolean hangs = behaviour.hangs() && application.mayHang();
        if (running && !hangs && behaviour.finishesAfterNanos() >= 0) {
            endAfter(behaviour.finishesAfterNanos());
        }
    }

    @Override
    public void cancel() {
        note("is cancelled");
        if (running && !cancelled) {
            cancelled = true;
            endAfter(behaviour.stopsAfterNanos(application.leastTimeToStop(), application.mayHang()));
        }
    }

    @Override
    public void kill() {
        note("is overdue");
        exempt = true;
        if (running && behaviour.diesWhenKilled()) {
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

    /** Ends hooks and cancelled work when the faults end. All other work makes progress again. */
    void heal() {
        if (cancelled || kind != Kind.WORK) {
            end(null);
        } else {
            stalled = false;
            progress();
        }
    }

    /** Records that the process continues after a pause. */
    void resumed() {
        exempt |= !term.isCurrent();
    }

    /** Records that the machine has slept. */
    void slept() {
        sleptUntilNanos = application.ownNanos() + application.ttlNanos();
    }

    /** Records that a renewal has succeeded. */
    void renewed() {
        sleptUntilNanos = null;
    }

    boolean isRunning() {
        return running;
    }

    /** Tells whether the hook has not agreed: it still runs, was cancelled, or has failed. */
    boolean hasNotAgreed() {
        return running || cancelled || failed;
    }

    /** Tells whether this job is running and must be the only one. */
    boolean mustBeAlone() {
        return kind != Kind.LOSE_HOOK && running && !exempt && !isLateBySleep();
    }

    /** Trust ends within a ttl, by the clock that stood still, and the work is cancelled then or called overdue. */
    private boolean isLateBySleep() {
        Long until = sleptUntilNanos;
        return until != null && application.ownNanos() - until < 0 && !term.isCurrent();
    }

    /** Tells whether it was not cancelled although it has made no progress for longer than this. */
    boolean hasStalledFor(Duration length) {
        return kind != Kind.LOSE_HOOK
                && running
                && !cancelled
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
