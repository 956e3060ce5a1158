package dev.tenure.simulator.cluster;

import dev.tenure.ElectionEvent;
import dev.tenure.Term;
import dev.tenure.internal.protocol.Effect.Start.Kind;
import dev.tenure.internal.runtime.CampaignDriver;
import dev.tenure.internal.runtime.JobRunner;
import dev.tenure.simulator.scenario.CandidateKind;
import dev.tenure.simulator.scenario.CandidateSetup;
import dev.tenure.simulator.scenario.JobBehaviour;
import dev.tenure.simulator.time.SeededRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The simulated application of one process: its work, hooks, barriers and {@code runIfLeader} calls. */
final class SimApplication {
    private static final int HANG_PERCENT = 15;

    private final CandidateProcess process;
    private final Cluster cluster;
    private final CandidateSetup setup;
    private final BarrierListeners barriers;
    private final RunIfLeaderCallers callers;
    private final List<SimJob> running = new ArrayList<>();
    private @Nullable SimJob acquireHook;

    SimApplication(CandidateProcess process, Cluster cluster, CandidateSetup setup) {
        this.process = process;
        this.cluster = cluster;
        this.setup = setup;
        this.barriers = new BarrierListeners(this, setup.barriers());
        this.callers = new RunIfLeaderCallers(this, setup);
    }

    /** Registers the hooks, before the start. */
    void provideHooks(CampaignDriver driver) {
        driver.hooks(
                setup.options().acquireHook() ? runner(Kind.ACQUIRE_HOOK) : null,
                setup.options().loseHook() ? runner(Kind.LOSE_HOOK) : null);
    }

    /** Registers work and barriers and starts the callers, on the loop. */
    void begin(CampaignDriver driver) {
        if (setup.barriers() > 0) {
            driver.barriers(setup.barriers());
        }
        if (setup.work()) {
            driver.give(runner(Kind.WORK));
        }
        callers.begin(driver.inlineWork());
    }

    private JobRunner runner(Kind kind) {
        return (term, report) -> start(kind, term, report);
    }

    private JobRunner.Job start(Kind kind, Term term, JobRunner.Report report) {
        boolean bad = isFaulty();
        if (bad && random().chance(4)) {
            throw new IllegalStateException(kind + " that cannot start");
        }
        SimJob job =
                new SimJob(this, kind, term, JobBehaviour.draw(random(), kind, process.timing(), setup, bad), report);
        running.add(job);
        if (kind == Kind.ACQUIRE_HOOK) {
            cluster.takeovers()
                    .opened(process.label(), term.token(), cluster.time().now());
            acquireHook = job;
        }
        job.begin();
        return job;
    }

    // ---- events

    /** Receives an event as a listener does. */
    void onEvent(ElectionEvent event) {
        if (event instanceof ElectionEvent.Acquired acquired && setup.options().acquireHook()) {
            SimJob hook = acquireHook;
            boolean agreed = hook != null && hook.token() == acquired.token() && !hook.hasNotAgreed();
            cluster.hooks()
                    .announced(
                            process.label(),
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
    void barriersReturned(long token) {
        process.barriersReturned(token);
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

    /** Ends what hangs when the faults end. */
    void heal() {
        List.copyOf(running).forEach(SimJob::heal);
        barriers.heal();
        callers.heal();
    }

    /** Forgets everything when the process ends. */
    void onExit() {
        running.clear();
        callers.onExit();
    }

    // ---- state

    /** Describes which part of a term is still running, or returns null. */
    @Nullable String stillRunning(long token) {
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

    /** Returns the token of the term whose job is running and must be the only one, or 0. */
    long workToken() {
        for (SimJob job : running) {
            if (job.mustBeAlone()) {
                return job.token();
            }
        }
        return 0;
    }

    /** Returns the token of the term whose acquire hook started last, or 0. */
    long hookToken() {
        return acquireHook == null ? 0 : acquireHook.token();
    }

    /** Tells whether an acquire hook runs under a term that is current. */
    boolean holdsUnannounced() {
        SimJob hook = acquireHook;
        return hook != null && hook.isRunning() && hook.term().isCurrent();
    }

    /** Tells whether a job has made no progress for too long. */
    boolean hasStalled() {
        Duration stallAfter = setup.options().stallAfter();
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

    // ---- services for jobs, barriers and callers

    boolean isFaulty() {
        return cluster.workMayFail();
    }

    /** Draws whether a barrier or an interrupted call never returns. */
    boolean drawHang() {
        return isFaulty() && random().chance(HANG_PERCENT);
    }

    /** Draws how long a barrier or an interrupted call takes to return. */
    long drawReturnNanos() {
        long timeout = setup.hookTimeout().toNanos();
        return isFaulty() ? random().anySizeUpTo(3 * timeout) : random().between(0, timeout / 8);
    }

    boolean mayHang() {
        return cluster.workMayHang();
    }

    boolean alwaysFails() {
        return setup.kind() == CandidateKind.FAILING;
    }

    Duration leastTimeToStop() {
        return process.leastTimeToStop();
    }

    void write(Term term) {
        cluster.resource()
                .write(
                        process.label(),
                        term.token(),
                        term.isCurrent() && !cluster.exemptions().exempts(term.token()),
                        cluster.time().now());
    }

    void afterOwn(long ownNanos, Runnable task) {
        process.afterOwn(ownNanos, task);
    }

    long ownNanos() {
        return process.home().clock().nanos();
    }

    long ttlNanos() {
        return process.timing().ttl().toNanos();
    }

    boolean isGone() {
        return process.isGone();
    }

    SeededRandom random() {
        return cluster.random();
    }

    void noteCall(long token, String what) {
        process.note("call", token, () -> "runIfLeader " + what);
    }

    void note(Kind kind, long number, String what) {
        process.note(kind == Kind.WORK ? "work" : "hook", number, () -> kind + " " + what);
    }
}
