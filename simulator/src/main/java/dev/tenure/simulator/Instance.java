package dev.tenure.simulator;

import dev.tenure.ElectionEvent;
import dev.tenure.Identity;
import dev.tenure.Role;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.internal.Driver;
import dev.tenure.internal.EventLoop;
import dev.tenure.internal.Input;
import dev.tenure.internal.Seat;
import dev.tenure.internal.Setup;
import dev.tenure.internal.Workplace;
import dev.tenure.spi.Lease;
import java.time.Duration;
import java.util.Random;
import java.util.function.Consumer;
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
    private final Seat seat;
    private final Driver driver;
    private final Knowledge knowledge = new Knowledge();
    private final AlternatingEvents events;
    private final CallRate calls;
    private @Nullable SimJob job;
    private boolean closing;
    private long coolUntilNanos;

    Instance(Cluster cluster, Machine machine, int number) {
        Draw draw = cluster.draw();
        this.cluster = cluster;
        this.machine = machine;
        this.label = machine.label() + "#" + number;
        this.timing = cluster.scenario().timing(draw);
        this.grace = Duration.ofNanos(draw.anySizeUpTo(timing.ttl().toNanos()));
        this.threads = new Threads(cluster.time());
        this.loop = new SimLoop(cluster.time(), machine.clock(), threads, this::send, this::heard);
        Identity self = new Identity("i" + number, machine.name(), null);
        this.seat = new Seat(Records.ELECTION, self, machine.clock());
        this.events = new AlternatingEvents(label, cluster.findings());
        this.calls = new CallRate(label, trueLength(timing.interval()), cluster.findings());
        Setup setup = new Setup(
                Records.ELECTION, self, timing, grace, cluster.scenario().storeClock());
        this.driver = new Driver(
                setup,
                new StoreView(cluster.records(), machine.clock(), this),
                loop,
                seat,
                this::told,
                new Random(draw.seed()));
    }

    void start(boolean withWork) {
        note("fault", 0, "starts as " + machine.name() + " with " + timing + ", grace " + grace);
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

    private void heard(Input outcome) {
        knowledge.heard(outcome);
        note("hears", outcome.getClass().getSimpleName().hashCode(), outcome);
    }

    private void told(ElectionEvent event) {
        long now = cluster.time().now();
        note("says", event.getClass().getSimpleName().hashCode(), event);
        events.told(event, leadingToken(), now);
        if (event instanceof ElectionEvent.Acquired acquired) {
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
    public Job start(Term term, Consumer<@Nullable Throwable> ended) {
        Draw draw = cluster.draw();
        boolean bad = cluster.workMayFail();
        if (bad && draw.chance(4)) {
            throw new IllegalStateException("work that cannot start");
        }
        SimJob started = new SimJob(this, term, Habits.drawn(draw, timing, grace, bad), ended);
        job = started;
        started.begin();
        return started;
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
        note("fault", 0, "is asked to resign");
        driver.input(new Input.Resign("resigned", timing.ttl()));
    }

    void nudge() {
        driver.input(new Input.Nudge());
    }

    /** Closes this candidate in good order, as an application does: waits for it within bounds, and then goes away. */
    void close() {
        if (!closing) {
            closing = true;
            note("fault", 0, "is closed");
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

    /** Ends the process without a word; calls that are on their way still land. */
    void vanish() {
        if (!isGone()) {
            note("fault", 0, "is gone");
            threads.end();
            job = null;
        }
    }

    void resume(boolean timersFirst) {
        if (!isGone() && threads.arePaused()) {
            note("fault", 0, "runs on");
            threads.resume(timersFirst);
            if (job != null) {
                job.resumed();
            }
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

    boolean isFinished() {
        return seat.status().role() == Role.CLOSED;
    }

    /** Tells whether nothing of this process is still to come. */
    boolean isIdle() {
        return loop.isIdle();
    }

    void wakeTimers() {
        loop.wake();
    }

    long coolUntilNanos() {
        return coolUntilNanos;
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

    void note(String what, long number, Object details) {
        cluster.trace().note(label, what, number, details::toString);
    }
}
