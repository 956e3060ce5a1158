package dev.tenure.simulator;

import dev.tenure.ElectionEvent;
import dev.tenure.Identity;
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
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import java.time.Duration;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One start of a candidate on a machine: the real engine, with virtual time, network and work around it. */
final class Instance implements Network.Sender, StoreView.Witness {
    private final Cluster cluster;
    private final Machine machine;
    private final String label;
    private final Configuration configuration;
    private final Stance stance;
    private final Threads threads;
    private final SimLoop loop;
    private final StoreView store;
    private final LeadershipView view;
    private final CampaignDriver driver;
    private final Application application;
    private final Standing standing;
    private final Knowledge knowledge;
    private final CampaignSetup setup;
    private final AlternatingEvents events;
    private final CallRate calls;
    private Runnable atNextRenewal = () -> {};
    private boolean closing;
    private boolean closedInPeace;
    private boolean finished;
    private long confirmedNanos;
    private long resumedNanos = -1;

    /** Makes a process, or the next stand of one that was closed in good order and has not ended. */
    Instance(Cluster cluster, Machine machine, int number, @Nullable Instance earlier) {
        Draw draw = cluster.draw();
        this.cluster = cluster;
        this.machine = machine;
        this.label = machine.label() + "#" + number;
        Timing timing = cluster.scenario().timing(draw);
        String id = earlier == null ? "#" + number : earlier.identity().instance();
        Identity identity = new Identity(id, machine.name(), null);
        this.configuration = new Configuration(identity, timing);
        this.stance = Stance.drawn(draw, cluster.scenario(), machine.part(), timing);
        this.threads = new Threads(cluster.time());
        this.loop = new SimLoop(cluster.time(), machine.clock(), threads, this::send, this::heard);
        threads.afterEach(this::finishIfClosed);
        this.store = new StoreView(cluster.records(), machine.clock(), this);
        this.view = new LeadershipView(Records.ELECTION, machine.clock(), token -> {});
        this.events = new AlternatingEvents(label, cluster.findings());
        this.calls = new CallRate(label, trueLength(timing.interval()), cluster.findings());
        this.setup = new CampaignSetup(
                Records.ELECTION, identity, timing, stance.grace(), StoreProperties.of(store), stance.options());
        this.knowledge = earlier != null && earlier.setup.passOnTo(setup, ClockReading.of(machine.clock()))
                ? Knowledge.of(earlier.knowledge)
                : new Knowledge();
        RenewalBatches renewals = new RenewalBatches(store, loop, 1);
        Random random = new Random(draw.seed());
        this.driver = new CampaignDriver(setup, renewals, loop, view, this::told, random);
        this.application = new Application(this, cluster, stance);
        RosterSync rosterSync = new RosterSync(store, loop, () -> configuration.self(stance.rank()), random);
        this.standing = new Standing(this, rosterSync, loop, setup, view, driver);
    }

    void start() {
        note("fault", 0, () -> "starts as " + machine.name() + " with " + timing() + ", " + stance);
        application.provideHooks(driver);
        loop.execute(() -> {
            standing.join();
            driver.start();
            application.begin(driver);
        });
        if (stance.saysWhetherAble()) {
            long asked = cluster.draw().anySizeUpTo(timing().interval().toNanos());
            standing.staysBackUntil(cluster.time().now() + machine.clock().trueLength(asked));
            afterOwn(asked, () -> standing.able(stance.isFit() || stance.part() == Part.FAILING));
        }
    }

    // ---- what the engine does

    private void send(EventLoop.StoreCall<?> call, SimLoop.Reply reply) {
        calls.called(cluster.time().now());
        if (call.urgency() == EventLoop.Urgency.CLAIM && !mayClaim()) {
            cluster.findings()
                    .add(Check.ONLY_ABLE_CLAIM, cluster.time().now(), label + " claims, but is not able to lead");
        }
        cluster.network().send(this, call, reply);
        if (call.urgency() == EventLoop.Urgency.RENEWAL) {
            cluster.time().after(0, atNextRenewal);
            atNextRenewal = () -> {};
        }
    }

    /** Does something as soon as a renewal is under way. */
    void atNextRenewal(Runnable action) {
        atNextRenewal = action;
    }

    private void heard(EventLoop.Urgency urgency, Object outcome, long sentNanos) {
        if (urgency == EventLoop.Urgency.CLAIM) {
            standing.claimed(outcome, cluster.time().now(), trueLength(configuration.longestCoolDown()) / 2);
        }
        knowledge.heard(outcome, sentNanos);
        if (outcome instanceof Renewal.Renewed) {
            confirmedNanos = sentNanos;
            application.renewed();
        }
        note("hears", Words.kind(outcome).hashCode(), () -> Words.of(outcome));
    }

    private void told(ElectionEvent event) {
        long now = cluster.time().now();
        note("says", event.getClass().getSimpleName().hashCode(), () -> Words.of(event));
        events.told(event, token(), now);
        application.told(event);
        standing.told(event, now + trueLength(configuration.longestCoolDown()));
        if (event instanceof ElectionEvent.Acquired acquired) {
            confirmedNanos = now;
            cluster.announced(label, acquired.token());
        } else if (event instanceof ElectionEvent.Resigned resigned) {
            cluster.petitions().ended(label, resigned.token(), resigned.cause(), now);
        }
    }

    private boolean mayClaim() {
        return !stance.observes() && standing.isAble();
    }

    @Override
    public void granted(Lease lease) {
        cluster.tokens().granted(label, lease.token(), cluster.time().now());
    }

    @Override
    public void released(Lease lease) {
        String goesOn = isGone() ? null : application.goesOnUnder(lease.token());
        cluster.releases().released(label, lease.token(), goesOn, cluster.time().now());
    }

    @Override
    public Runnable watched(Runnable wakeUp) {
        return () -> cluster.push(this, wakeUp);
    }

    /** Runs a task on a thread of this process after the given time on its own clock. */
    void afterOwn(long ownNanos, Runnable task) {
        cluster.time().after(machine.clock().trueLength(ownNanos), () -> threads.run(task));
    }

    // ---- what is done to it

    void resign() {
        note("fault", 0, () -> "is asked to resign");
        driver.input(new Input.Resign(0, "resigned", timing().ttl(), null));
    }

    void nudge() {
        driver.input(new Input.Nudge());
    }

    /** Tells the engine that all barriers have returned from the end of a term. */
    void barriersPassed(long token) {
        driver.barriersPassed(token);
    }

    /** Says whether this candidate could lead, unless nobody asks it. */
    void able(boolean isAble) {
        if (stance.isFit() && !isGone()) {
            note("fault", isAble ? 1 : 0, () -> isAble ? "is able to lead" : "is not able to lead");
            cluster.time()
                    .after(0, () -> threads.run(() -> standing.able(isAble))); // after what waits for a pause to end
        }
    }

    /** Changes timing and address, as an application may at any time. */
    void reconfigure(Timing newTiming, String address) {
        threads.run(() -> {
            note("fault", newTiming.hashCode(), () -> "has now " + newTiming);
            configuration.change(newTiming, address);
            calls.intervalBecomes(trueLength(newTiming.interval()));
            driver.input(new Input.Reconfigure(identity(), newTiming));
            standing.soon();
        });
    }

    /** Closes this candidate in good order, as an application does: waits for it within bounds, and then goes away. */
    void close() {
        if (!closing) {
            closing = true;
            closedInPeace = cluster.isHealed();
            note("fault", 0, () -> "is closed");
            loop.execute(standing::leave);
            driver.input(new Input.Close());
            afterOwn(closeWithin().toNanos(), this::vanish);
        }
    }

    /** Returns how long a close may take by the rules: that of the campaign, then a last word in the roster (R13). */
    Duration closeWithin() {
        return stance.closeWithin(timing()).plus(timing().callTimeout());
    }

    /**
     * A campaign that is over must not want anything any more; the process then ends. Only an entry in the roster that
     * could not be taken out would be tried again.
     */
    private void finishIfClosed() {
        if (closing && !isGone() && view.status().role() == Role.CLOSED && standing.isIdle()) {
            finished = true;
            boolean triesAgain = !closedInPeace && cluster.scenario().has(Feature.ROSTER);
            if ((!loop.isIdle() && !triesAgain) || store.isWatched()) {
                cluster.findings()
                        .add(Check.CLOSE, cluster.time().now(), label + " is over, but left something behind");
            }
            vanish();
        }
    }

    /** Ends the process without a word; calls that are on their way still land. */
    void vanish() {
        if (!isGone()) {
            note("fault", 0, () -> "is gone");
            threads.end();
            application.vanish();
        }
    }

    void resume(boolean timersFirst) {
        if (!isGone() && threads.arePaused()) {
            note("fault", 0, () -> "runs on");
            threads.resume(timersFirst);
            resumedNanos = cluster.time().now();
            application.resumed();
        }
    }

    /** Puts the machine to sleep, for less than its clocks can notice. */
    void nap(Draw draw) {
        if (!isGone() && !threads.arePaused()) {
            note("fault", 0, () -> "takes a nap");
            machine.sleep();
            long most = timing().margin().toNanos() / 2;
            cluster.time().after(draw.between(0, most), () -> machine.wake(draw.chance(50)));
        }
    }

    /** Bad times are over for whatever runs here. */
    void heal() {
        application.heal();
    }

    // ---- what it is

    /** Tells whether this process says, at this instant, that it leads. Nobody can ask a machine that sleeps. */
    boolean leads() {
        return !isGone() && !machine.isAsleep() && view.isLeader();
    }

    /** Tells whether some term of this process is current at this instant, announced or not. */
    boolean holds() {
        return leads() || (!isGone() && !machine.isAsleep() && application.holdsUnannounced());
    }

    /** Tells whether it leads although its acquire hook still runs. */
    boolean leadsDuringHook() {
        return leads() && application.holdsUnannounced();
    }

    /** Tells whether it leads on although its work has stalled; a process that runs on this very instant is excused. */
    boolean leadsStalled() {
        return resumedNanos != cluster.time().now() && !threads.arePaused() && leadsOn() && application.hasStalled();
    }

    /** Tells whether it leads and nobody has asked it to stop. */
    boolean leadsOn() {
        return leads() && !closing && view.term().map(term -> !term.isEnding()).orElse(false);
    }

    /** Tells whether its work is being done at this instant although other work must not be. */
    boolean works() {
        return !isGone() && !threads.arePaused() && application.works();
    }

    boolean isGone() {
        return threads.areGone();
    }

    boolean isClosing() {
        return closing;
    }

    boolean hasFinished() {
        return finished;
    }

    /** Takes in that the machine has slept: timers that fell due meanwhile ring by its clock, which stood still. */
    void slept() {
        loop.wake();
        application.slept();
    }

    long coolUntilNanos() {
        return standing.coolUntilNanos();
    }

    /** Tells whether at least half of what a claim earns is left of its trust. */
    boolean leadsFirmly() {
        Timing timing = timing();
        Duration whole = timing.ttl().minus(timing.margin()).minus(timing.stopWithin());
        Duration left = view.term().map(Term::remaining).orElse(Duration.ZERO);
        return left.compareTo(whole.dividedBy(2)) > 0;
    }

    /** Returns the true time at which its term began, or its last successful renewal was sent. */
    long confirmedNanos() {
        return confirmedNanos;
    }

    Timing timing() {
        return configuration.timing();
    }

    Identity identity() {
        return configuration.identity();
    }

    Stance stance() {
        return stance;
    }

    Standing standing() {
        return standing;
    }

    /** Returns the token of the leader as this process sees it, or 0. */
    long seenToken() {
        return view.status().token();
    }

    /** Returns how long cancelled work may take at most, by the strictest timing this process ever had. */
    Duration leastTimeToStop() {
        return configuration.leastTimeToStop();
    }

    Machine home() {
        return machine;
    }

    Knowledge knowledge() {
        return knowledge;
    }

    Application application() {
        return application;
    }

    /** Returns the token under which it leads, for all to see, or 0. */
    long token() {
        return view.term().map(Term::token).orElse(0L);
    }

    long trueLength(Duration own) {
        return machine.clock().trueLength(own.toNanos());
    }

    @Override
    public Threads threads() {
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

    void note(String what, long number, Supplier<String> details) {
        cluster.trace().note(label, what, number, details);
    }
}
