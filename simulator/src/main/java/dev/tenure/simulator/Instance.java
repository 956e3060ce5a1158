package dev.tenure.simulator;

import dev.tenure.ElectionEvent;
import dev.tenure.Identity;
import dev.tenure.Role;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.internal.Conduct;
import dev.tenure.internal.Driver;
import dev.tenure.internal.EventLoop;
import dev.tenure.internal.Input;
import dev.tenure.internal.Renewals;
import dev.tenure.internal.Seat;
import dev.tenure.internal.Setup;
import dev.tenure.internal.Workplace;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import java.time.Duration;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** One start of a candidate on a machine: the real engine, with virtual time, network and work around it. */
final class Instance implements Network.Sender, StoreView.Witness, Workplace {
    private final Cluster cluster;
    private final Machine machine;
    private final String label;
    private final Timing timing;
    private final Duration grace;
    private final Threads threads;
    private final SimLoop loop;
    private final StoreView store;
    private final Seat seat;
    private final Driver driver;
    private final Knowledge knowledge = new Knowledge();
    private final AlternatingEvents events;
    private final CallRate calls;
    private @Nullable SimJob job;
    private boolean closing;
    private boolean finished;
    private long coolUntilNanos;
    private long confirmedNanos;

    Instance(Cluster cluster, Machine machine, int number) {
        Draw draw = cluster.draw();
        this.cluster = cluster;
        this.machine = machine;
        this.label = machine.label() + "#" + number;
        this.timing = cluster.scenario().timing(draw);
        this.grace = Duration.ofNanos(draw.anySizeUpTo(timing.ttl().toNanos()));
        this.threads = new Threads(cluster.time());
        this.loop = new SimLoop(cluster.time(), machine.clock(), threads, this::send, this::heard);
        threads.afterEach(this::finishIfClosed);
        this.store = new StoreView(cluster.records(), machine.clock(), this);
        Identity self = new Identity("#" + number, machine.name(), null);
        this.seat = new Seat(Records.ELECTION, machine.clock(), listener -> () -> {});
        this.events = new AlternatingEvents(label, cluster.findings());
        this.calls = new CallRate(label, trueLength(timing.interval()), cluster.findings());
        Setup setup = new Setup(Records.ELECTION, self, timing, grace, store.capabilities(), Conduct.PLAIN);
        Renewals renewals = new Renewals(store, loop, 1);
        this.driver = new Driver(setup, renewals, loop, seat, this::told, new Random(draw.seed()));
    }

    void start(boolean withWork) {
        note("fault", 0, () -> "starts as " + machine.name() + " with " + timing + ", grace " + grace);
        loop.execute(driver::start);
        if (withWork) {
            loop.execute(() -> driver.give(this));
        }
    }

    // ---- what the engine does

    private void send(EventLoop.StoreCall call, SimLoop.Reply reply) {
        calls.called(cluster.time().now());
        cluster.network().send(this, call, reply);
    }

    private void heard(Input outcome, long sentNanos) {
        knowledge.heard(outcome, sentNanos);
        if (outcome instanceof Input.Renewed renewed && renewed.renewal() instanceof Renewal.Renewed) {
            confirmedNanos = sentNanos;
            if (job != null) {
                job.renewed();
            }
        }
        note("hears", outcome.getClass().getSimpleName().hashCode(), () -> Words.of(outcome));
    }

    private void told(ElectionEvent event) {
        long now = cluster.time().now();
        note("says", event.getClass().getSimpleName().hashCode(), () -> Words.of(event));
        events.told(event, leadingToken(), now);
        if (event instanceof ElectionEvent.Acquired acquired) {
            confirmedNanos = now;
            cluster.tokens().announced(label, acquired.token(), now);
        } else if (event instanceof ElectionEvent.Revoked) {
            coolUntilNanos = now + trueLength(timing.ttl().multipliedBy(2));
        }
    }

    private long leadingToken() {
        return seat.term().map(Term::token).orElse(0L);
    }

    @Override
    public void granted(Lease lease) {
        cluster.tokens().granted(label, lease.token(), cluster.time().now());
    }

    @Override
    public void released(Lease lease) {
        boolean works = job != null && job.isRunning() && job.token() == lease.token() && !isGone();
        cluster.releases().released(label, lease.token(), works, cluster.time().now());
    }

    @Override
    public Runnable watched(Runnable wakeUp) {
        return () -> cluster.push(this, wakeUp);
    }

    @Override
    public Job start(Term term, Report report) {
        Draw draw = cluster.draw();
        boolean bad = workMayFail();
        if (bad && draw.chance(4)) {
            throw new IllegalStateException("work that cannot start");
        }
        SimJob started = new SimJob(this, term, Habits.drawn(draw, timing, grace, bad), report);
        job = started;
        started.begin();
        return started;
    }

    boolean workMayFail() {
        return cluster.workMayFail();
    }

    boolean workMayHang() {
        return cluster.workMayHang();
    }

    void write(Term term) {
        cluster.resource()
                .write(label, term.token(), term.isCurrent(), cluster.time().now());
    }

    /** Runs a task on a thread of this process after the given time on its own clock. */
    void afterOwn(long ownNanos, Runnable task) {
        cluster.time().after(machine.clock().trueLength(ownNanos), () -> threads.run(task));
    }

    // ---- what is done to it

    void resign() {
        note("fault", 0, () -> "is asked to resign");
        driver.input(new Input.Resign(0, "resigned", timing.ttl(), null));
    }

    void nudge() {
        driver.input(new Input.Nudge());
    }

    /** Closes this candidate in good order, as an application does: waits for it within bounds, and then goes away. */
    void close() {
        if (!closing) {
            closing = true;
            note("fault", 0, () -> "is closed");
            driver.input(new Input.Close());
            afterOwn(closeWithin().toNanos(), this::vanish);
        }
    }

    /** Returns how long a close may take by the rules (R13). */
    Duration closeWithin() {
        return timing.callTimeout()
                .multipliedBy(4)
                .plus(grace)
                .plus(timing.stopWithin())
                .plus(timing.margin());
    }

    /** A campaign that is over must not want anything any more; the process then ends. */
    private void finishIfClosed() {
        if (closing && !isGone() && seat.status().role() == Role.CLOSED) {
            finished = true;
            if (!loop.isIdle() || store.isWatched()) {
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
            job = null;
        }
    }

    void resume(boolean timersFirst) {
        if (!isGone() && threads.arePaused()) {
            note("fault", 0, () -> "runs on");
            threads.resume(timersFirst);
            if (job != null) {
                job.resumed();
            }
        }
    }

    /** Puts the machine to sleep, for less than its clocks can notice. */
    void nap(Draw draw) {
        if (!isGone() && !threads.arePaused()) {
            note("fault", 0, () -> "takes a nap");
            machine.sleep();
            long most = timing.margin().toNanos() / 2;
            cluster.time().after(draw.between(0, most), () -> machine.wake(draw.chance(50)));
        }
    }

    void endTroubledWork() {
        if (job != null) {
            job.endIfTold();
        }
    }

    // ---- what it is

    /** Tells whether this process says, at this instant, that it leads. Nobody can ask a machine that sleeps. */
    boolean leads() {
        return !isGone() && !machine.isAsleep() && seat.isLeader();
    }

    /** Tells whether it leads and nobody has asked it to stop. */
    boolean leadsOn() {
        return leads() && !closing && seat.term().map(term -> !term.isEnding()).orElse(false);
    }

    /** Tells whether its work is being done at this instant although other work must not be. */
    boolean works() {
        return job != null && job.isAnswerable() && !isGone() && !threads.arePaused();
    }

    boolean isGone() {
        return threads.areGone();
    }

    boolean isClosing() {
        return closing;
    }

    /** Tells whether its term, if any, was asked to end in good order. */
    boolean isEnding() {
        return closing || (leads() && !leadsOn());
    }

    boolean hasFinished() {
        return finished;
    }

    /** Takes in that the machine has slept: timers that fell due meanwhile ring by its clock, which stood still. */
    void slept() {
        loop.wake();
        if (job != null) {
            job.slept();
        }
    }

    long coolUntilNanos() {
        return coolUntilNanos;
    }

    /** Tells whether at least half of what a claim earns is left of its trust. */
    boolean leadsFirmly() {
        Duration whole = timing.ttl().minus(timing.margin()).minus(timing.stopWithin());
        Duration left = seat.term().map(Term::remaining).orElse(Duration.ZERO);
        return left.compareTo(whole.dividedBy(2)) > 0;
    }

    /** Returns the true time at which its term began, or its last successful renewal was sent. */
    long confirmedNanos() {
        return confirmedNanos;
    }

    Timing timing() {
        return timing;
    }

    Duration grace() {
        return grace;
    }

    Machine home() {
        return machine;
    }

    Knowledge knowledge() {
        return knowledge;
    }

    long token() {
        return leadingToken();
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
