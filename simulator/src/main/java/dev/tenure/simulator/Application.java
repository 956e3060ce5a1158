package dev.tenure.simulator;

import dev.tenure.ElectionEvent;
import dev.tenure.Term;
import dev.tenure.internal.protocol.Effect.Start.Kind;
import dev.tenure.internal.runtime.CampaignDriver;
import dev.tenure.internal.runtime.JobRunner;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What an application gives to the engine of one process: work, hooks, and listeners that are waited for. */
final class Application {
    private final Instance instance;
    private final Cluster cluster;
    private final Stance stance;
    private final Barriers barriers;
    private final Callers callers;
    private final List<SimJob> running = new ArrayList<>();
    private @Nullable SimJob acquireHook;

    Application(Instance instance, Cluster cluster, Stance stance) {
        this.instance = instance;
        this.cluster = cluster;
        this.stance = stance;
        this.barriers = new Barriers(this, stance);
        this.callers = new Callers(this, stance);
    }

    /** Says where hooks run, before the start. */
    void provideHooks(CampaignDriver driver) {
        driver.hooks(
                stance.options().acquireHook() ? place(Kind.ACQUIRE_HOOK) : null,
                stance.options().loseHook() ? place(Kind.LOSE_HOOK) : null);
    }

    /** Gives work and listeners, on the loop. */
    void begin(CampaignDriver driver) {
        if (stance.barriers() > 0) {
            driver.barriers(stance.barriers());
        }
        if (stance.work()) {
            driver.give(place(Kind.WORK));
        }
        callers.begin(driver.inlineWork());
    }

    private JobRunner place(Kind kind) {
        return (term, report) -> start(kind, term, report);
    }

    private JobRunner.Job start(Kind kind, Term term, JobRunner.Report report) {
        boolean bad = isTroubled();
        if (bad && draw().chance(4)) {
            throw new IllegalStateException(kind + " that cannot start");
        }
        SimJob job = new SimJob(this, kind, term, Habits.drawn(draw(), kind, instance.timing(), stance, bad), report);
        running.add(job);
        if (kind == Kind.ACQUIRE_HOOK) {
            acquireHook = job;
        }
        job.begin();
        return job;
    }

    // ---- what happens

    /** Takes in what listeners are told. */
    void told(ElectionEvent event) {
        if (event instanceof ElectionEvent.Acquired acquired && stance.options().acquireHook()) {
            SimJob hook = acquireHook;
            boolean agreed = hook != null && hook.token() == acquired.token() && !hook.hasRefused();
            cluster.hooks()
                    .announced(
                            instance.label(),
                            acquired.token(),
                            agreed,
                            cluster.time().now());
        } else if (event instanceof ElectionEvent.Resigned resigned) {
            barriers.ended(resigned.token());
        } else if (event instanceof ElectionEvent.Lost lost) {
            barriers.ended(lost.token());
        }
    }

    /** Tells the engine that all barriers have returned from the end of a term. */
    void passed(long token) {
        instance.barriersPassed(token);
    }

    void ended(SimJob job) {
        running.remove(job);
    }

    void renewed() {
        running.forEach(SimJob::renewed);
    }

    void resumed() {
        running.forEach(SimJob::resumed);
    }

    void slept() {
        running.forEach(SimJob::slept);
    }

    /** Bad times are over: nothing hangs any more. */
    void heal() {
        List.copyOf(running).forEach(SimJob::heal);
        barriers.heal();
        callers.heal();
    }

    /** The process is gone, and all of this with it. */
    void vanish() {
        running.clear();
        callers.vanish();
    }

    // ---- what is known of it

    /** Tells what goes on of a term whose lease is released at this instant, or null if nothing does. */
    @Nullable String goesOnUnder(long token) {
        for (SimJob job : running) {
            if (job.token() == token) {
                return "running " + job.kind();
            }
        }
        if (callers.areInside(token)) {
            return "a runIfLeader call";
        }
        return barriers.areAwaited(token) ? "a barrier that has not returned" : null;
    }

    boolean works() {
        return workToken() != 0;
    }

    /** Returns the token of the term for which something runs that must run alone, or 0. */
    long workToken() {
        for (SimJob job : running) {
            if (job.isAnswerable()) {
                return job.token();
            }
        }
        return 0;
    }

    /** Returns the token of the term whose acquire hook was last started, or 0. */
    long hookToken() {
        return acquireHook == null ? 0 : acquireHook.token();
    }

    /** Tells whether an acquire hook runs at this instant under a term that is current. */
    boolean holdsUnannounced() {
        SimJob hook = acquireHook;
        return hook != null && hook.isRunning() && hook.term().isCurrent();
    }

    /** Tells whether something has made no progress for longer than it may. */
    boolean hasStalled() {
        Duration stallAfter = stance.options().stallAfter();
        if (stallAfter == null) {
            return false;
        }
        for (SimJob job : running) {
            if (job.hasStalledFor(stallAfter)) {
                return true;
            }
        }
        return false;
    }

    // ---- what work, hooks and barriers need

    boolean isTroubled() {
        return cluster.workMayFail();
    }

    boolean mayHang() {
        return cluster.workMayHang();
    }

    boolean alwaysFails() {
        return stance.part() == Part.FAILING;
    }

    Duration leastTimeToStop() {
        return instance.leastTimeToStop();
    }

    void write(Term term) {
        cluster.resource()
                .write(
                        instance.label(),
                        term.token(),
                        term.isCurrent() && !cluster.newcomers().excuse(term.token()),
                        cluster.time().now());
    }

    void afterOwn(long ownNanos, Runnable task) {
        instance.afterOwn(ownNanos, task);
    }

    long ownNanos() {
        return instance.home().clock().nanos();
    }

    long ttlNanos() {
        return instance.timing().ttl().toNanos();
    }

    boolean isGone() {
        return instance.isGone();
    }

    Draw draw() {
        return cluster.draw();
    }

    void noteCall(long token, String what) {
        instance.note("call", token, () -> "runIfLeader " + what);
    }

    void note(Kind kind, long number, String what) {
        instance.note(kind == Kind.WORK ? "work" : "hook", number, () -> kind + " " + what);
    }
}
