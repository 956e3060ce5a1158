package dev.tenure.simulator.cluster;

import dev.tenure.ElectionEvent;
import dev.tenure.Identity;
import dev.tenure.Reason;
import dev.tenure.Role;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.internal.fleet.RosterSync;
import dev.tenure.internal.protocol.CampaignSetup;
import dev.tenure.internal.protocol.ClockReading;
import dev.tenure.internal.protocol.Input;
import dev.tenure.internal.protocol.StoreProperties;
import dev.tenure.internal.runtime.CampaignDriver;
import dev.tenure.internal.runtime.EventLoop;
import dev.tenure.internal.runtime.LeadershipView;
import dev.tenure.internal.runtime.RenewalBatches;
import dev.tenure.simulator.checks.CandidateKnowledge;
import dev.tenure.simulator.checks.Check;
import dev.tenure.simulator.scenario.CandidateKind;
import dev.tenure.simulator.scenario.CandidateSetup;
import dev.tenure.simulator.scenario.Feature;
import dev.tenure.simulator.time.ProcessThreads;
import dev.tenure.simulator.time.SeededRandom;
import dev.tenure.simulator.time.SimLoop;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import java.time.Duration;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One process with one candidate: the real engine in virtual time, with a simulated network and application. */
public final class CandidateProcess implements Network.Sender {
    private final Cluster cluster;
    private final Machine machine;
    private final String label;
    private final ProcessSettings settings;
    private final CandidateSetup setup;
    private final ProcessThreads threads;
    private final SimLoop loop;
    private final ProcessCalls calls;
    private final LeadershipView view;
    private final CampaignDriver driver;
    private final SimApplication application;
    private final FleetMembership membership;
    private final SideElections sides;
    private final CampaignSetup campaignSetup;
    private final ProcessChecks checks;
    private final EngineFaults engineFaults;
    private boolean closing;
    private boolean closedAfterFaults;
    private boolean finished;
    private long confirmedNanos;
    private long resumedNanos = -1;

    /** Creates a process, or lets the closed candidate of an earlier one stand again in the same process. */
    CandidateProcess(Cluster cluster, Machine machine, int number, @Nullable CandidateProcess earlier) {
        SeededRandom random = cluster.random();
        this.cluster = cluster;
        this.machine = machine;
        this.label = machine.label() + "#" + number;
        Timing timing = cluster.scenario().timing(random);
        String id = earlier == null ? "#" + number : earlier.identity().instance();
        Identity identity = cluster.addressed(Identity.ofInstance(id).withName(machine.name()), machine);
        this.settings = new ProcessSettings(identity, timing);
        this.setup = CandidateSetup.draw(random, cluster.scenario(), machine.kind(), timing);
        this.threads = new ProcessThreads(cluster.time());
        this.calls = new ProcessCalls(this, cluster);
        this.loop = new SimLoop(cluster.time(), machine.clock(), threads, calls::send, calls::onOutcome);
        threads.afterEach(this::finishIfClosed);
        LeaseStore store = calls.store();
        this.view = new LeadershipView(SimStore.ELECTION, machine.clock(), (token, reason, cause) -> {});
        this.checks = new ProcessChecks(this, timing, cluster);
        this.engineFaults = new EngineFaults(machine.clock(), settings, checks::engineStartsOverAfter);
        this.campaignSetup = new CampaignSetup(
                SimStore.ELECTION, identity, timing, setup.grace(), StoreProperties.of(store), setup.options());
        if (earlier != null) {
            boolean passedOn = earlier.campaignSetup.passOnTo(campaignSetup, ClockReading.of(machine.clock()));
            long now = cluster.time().now();
            knowledge()
                    .continueFrom(earlier.knowledge(), passedOn, cluster.store().wentBackTo(), now);
        }
        RenewalBatches renewals = new RenewalBatches(store, loop, 1);
        this.sides = new SideElections(this, cluster, store, renewals);
        this.driver = new CampaignDriver(
                campaignSetup, renewals, loop, view, this::onEvent, engineFaults.random(random.seed()));
        this.application = new SimApplication(this, cluster, setup);
        RosterSync rosterSync =
                new RosterSync(store, loop, () -> settings.self(setup.rank()), new Random(random.seed()));
        this.membership = new FleetMembership(this, rosterSync, loop, campaignSetup, view, driver);
    }

    void start() {
        note("fault", 0, () -> "starts as " + machine.name() + identity().instance() + ", " + timing() + ", " + setup);
        application.provideHooks(driver);
        loop.execute(() -> {
            membership.join();
            driver.start();
            application.begin(driver);
            sides.start(membership.rosterSync());
        });
        if (setup.reportsAbilityLater()) {
            long asked = cluster.random().anySizeUpTo(timing().interval().toNanos());
            membership.coolDownUntil(cluster.time().now() + machine.clock().trueLength(asked));
            afterOwn(asked, () -> membership.able(setup.isFit() || setup.kind() == CandidateKind.FAILING));
        }
    }

    // ---- what the engine does

    /** Records that a call about the election of the run is sent. */
    void sends(EventLoop.Urgency urgency) {
        checks.sends(urgency, !setup.observes() && membership.isAble());
    }

    /** Hears the outcome of such a call. */
    void hears(EventLoop.Urgency urgency, Object outcome, long sentNanos) {
        if (urgency == EventLoop.Urgency.CLAIM) {
            membership.onClaimOutcome(outcome, cluster.time().now(), trueLength(settings.longestCoolDown()) / 2);
        }
        checks.hears(urgency, outcome, sentNanos, !calls.isShownByPeer(outcome));
        if (outcome instanceof Renewal.Renewed) {
            confirmedNanos = sentNanos;
            application.renewed();
        }
    }

    private void onEvent(ElectionEvent event) {
        long now = cluster.time().now();
        note("says", event.getClass().getSimpleName().hashCode(), () -> TraceText.of(event));
        checks.tells(event, token());
        application.onEvent(event);
        membership.onEvent(event, now + trueLength(settings.longestCoolDown()));
        if (event instanceof ElectionEvent.Acquired acquired) {
            confirmedNanos = now;
            cluster.announced(label, acquired.token());
        } else if (event instanceof ElectionEvent.Resigned resigned) {
            cluster.requests().resigned(label, resigned.token(), resigned.cause(), now);
        }
        if (!(event instanceof ElectionEvent.Warning)) {
            engineFaults.strikeIfArmed();
        }
    }

    /** Runs a task on a thread of this process after the given time on its own clock. */
    void afterOwn(long ownNanos, Runnable task) {
        cluster.time().after(machine.clock().trueLength(ownNanos), () -> threads.run(task));
    }

    // ---- actions on this process

    public void resign() {
        note("fault", 0, () -> "is asked to resign");
        driver.input(new Input.Resign(0, Reason.RESIGNED, "resigned", timing().ttl(), null));
    }

    public void wakeUp() {
        driver.input(new Input.WakeUp());
    }

    /** Tells the engine that all barriers have returned from the end of a term. */
    void barriersReturned(long token) {
        driver.barriersPassed(token);
    }

    /** Lets the engine fail at once. */
    public void failEngine() {
        note("fault", 0, () -> "has an engine that fails");
        engineFaults.arm();
        wakeUp();
    }

    /** Sets whether this candidate is able to lead, if it is fit. */
    public void able(boolean isAble) {
        if (setup.isFit() && !isGone()) {
            note("fault", isAble ? 1 : 0, () -> isAble ? "is able to lead" : "is not able to lead");
            // After what waits for a pause to end.
            cluster.time().after(0, () -> threads.run(() -> membership.able(isAble)));
        }
    }

    /** Changes timing and address. */
    public void reconfigure(Timing newTiming, String address) {
        threads.run(() -> {
            note("fault", newTiming.hashCode(), () -> "has now " + newTiming);
            settings.change(newTiming, address);
            checks.reconfigured(this, newTiming);
            driver.input(new Input.Reconfigure(identity(), newTiming));
            sides.reconfigure(identity(), newTiming);
            membership.soon();
        });
    }

    /** Closes this candidate, waits for it within bounds, and then ends the process. */
    public void close() {
        if (!closing) {
            closing = true;
            closedAfterFaults = cluster.isHealed();
            note("fault", 0, () -> "is closed");
            loop.execute(membership::leave);
            driver.input(new Input.Close());
            sides.close();
            afterOwn(closeWithin().toNanos(), this::end);
        }
    }

    /**
     * Returns how long a close may take by the rules: that of the campaign, then one call to leave the roster (R13).
     */
    public Duration closeWithin() {
        return setup.closeWithin(timing()).plus(timing().callTimeout());
    }

    /**
     * Ends the process when its campaign has finished. A finished campaign must have no open timer or call, except to
     * leave the roster again if that failed during faults, or what an engine that failed had opened.
     */
    private void finishIfClosed() {
        if (closing && !isGone() && view.status().role() == Role.CLOSED && membership.isIdle() && sides.areClosed()) {
            finished = true;
            boolean triesAgain = !closedAfterFaults
                    && (engineFaults.haveStruck() || cluster.scenario().has(Feature.ROSTER));
            if ((!loop.isIdle() && !triesAgain) || sides.leavesSomethingOpen() || calls.leaveSomethingOpen()) {
                cluster.findings()
                        .add(Check.CLOSE, cluster.time().now(), label + " has finished, but left something open");
            }
            calls.close();
            end();
        }
    }

    /** Ends the process as a crash does. Calls under way still land. */
    public void end() {
        if (!isGone()) {
            note("fault", 0, () -> "is gone");
            threads.end();
            application.onExit();
        }
    }

    public void resume(boolean timersFirst) {
        if (!isGone() && threads.arePaused()) {
            note("fault", 0, () -> "continues");
            threads.resume(timersFirst);
            resumedNanos = cluster.time().now();
            application.resumed();
        }
    }

    /** Ends the faults of the application and of the engine, which may have yet to start over. */
    public void heal() {
        application.heal();
        membership.coolDownUntil(
                Math.max(membership.coolUntilNanos(), cluster.time().now() + engineFaults.disarm()));
    }

    // ---- state

    /** Tells whether this process answers at this instant. A sleeping machine does not. */
    boolean answers() {
        return !isGone() && !machine.isAsleep();
    }

    /** Tells whether this process answers at this instant that it leads. */
    public boolean leads() {
        return answers() && view.isLeader();
    }

    /** Tells whether a term of this process is current, announced or not. */
    boolean holds() {
        return leads() || (answers() && application.holdsUnannounced());
    }

    /** Tells whether it leads while its acquire hook still runs. */
    boolean leadsDuringHook() {
        return leads() && application.holdsUnannounced();
    }

    /** Tells whether it leads although its work has stalled. A process that is resumed at this instant is exempt. */
    boolean leadsStalled() {
        return resumedNanos != cluster.time().now() && !threads.arePaused() && leadsOn() && application.hasStalled();
    }

    /** Tells whether it leads and its term is not ending. */
    public boolean leadsOn() {
        return leads() && !closing && view.term().map(term -> !term.isEnding()).orElse(false);
    }

    /** Tells whether a job runs that must be the only one. */
    boolean works() {
        return !isGone() && !threads.arePaused() && application.works();
    }

    public boolean isGone() {
        return threads.areGone();
    }

    public boolean isClosing() {
        return closing;
    }

    public boolean hasFinished() {
        return finished;
    }

    /** Schedules timers again after the machine has slept. */
    void slept() {
        loop.wake();
        calls.slept();
        sides.slept();
        application.slept();
    }

    /** Tells whether more than half of a full trust period is left. */
    public boolean hasFreshTrust() {
        Duration left = view.term().map(Term::remaining).orElse(Duration.ZERO);
        return left.compareTo(settings.wholeTrust().dividedBy(2)) > 0;
    }

    /** Returns the true time of the announcement of its term, or of sending its last successful renewal. */
    public long confirmedNanos() {
        return confirmedNanos;
    }

    public Timing timing() {
        return settings.timing();
    }

    public Identity identity() {
        return settings.identity();
    }

    public CandidateSetup setup() {
        return setup;
    }

    public ProcessCalls calls() {
        return calls;
    }

    public FleetMembership membership() {
        return membership;
    }

    /** Returns the token of the leader as this process sees it, or 0. */
    public long seenToken() {
        return view.status().token();
    }

    /** Returns how long cancelled work may take by the strictest timing so far. */
    Duration leastTimeToStop() {
        return settings.leastTimeToStop();
    }

    public Machine home() {
        return machine;
    }

    SideElections sides() {
        return sides;
    }

    CandidateKnowledge knowledge() {
        return checks.knowledge();
    }

    SimApplication application() {
        return application;
    }

    /** Returns the token of its published term, or 0. */
    public long token() {
        return view.term().map(Term::token).orElse(0L);
    }

    public long trueLength(Duration own) {
        return machine.clock().trueLength(own.toNanos());
    }

    @Override
    public ProcessThreads threads() {
        return threads;
    }

    @Override
    public int machine() {
        return machine.number();
    }

    @Override
    public String label() {
        return label;
    }

    public void note(String what, long number, Supplier<String> details) {
        cluster.trace().note(label, what, number, details);
    }
}
