package dev.tenure.simulator.cluster;

import dev.tenure.Identity;
import dev.tenure.http.peer.channel.ChannelLoop;
import dev.tenure.http.peer.channel.ChannelProblems;
import dev.tenure.http.peer.channel.ChannelRoster;
import dev.tenure.http.peer.channel.PeerExchange;
import dev.tenure.http.peer.channel.QuestionSender;
import dev.tenure.http.peer.channel.StoreCallObserver;
import dev.tenure.http.peer.protocol.PeerAddress;
import dev.tenure.http.peer.protocol.PeerQuestion;
import dev.tenure.http.peer.protocol.PeerRefusedException;
import dev.tenure.http.peer.protocol.PeerReply;
import dev.tenure.http.peer.state.PeerState;
import dev.tenure.internal.runtime.EventLoop;
import dev.tenure.simulator.checks.Check;
import dev.tenure.simulator.scenario.FaultKind;
import dev.tenure.simulator.scenario.PeerChannelSetup;
import dev.tenure.simulator.time.SimLoop;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One process's part in the peer channel: the real exchange, in virtual time and over a simulated network. */
final class SimPeer implements ChannelLoop, QuestionSender, ChannelProblems {
    private static final long LONGEST_ASIDE_NANOS = 1_000_000;

    private final CandidateProcess process;
    private final Cluster cluster;
    private final PeerNetwork network;
    private final PeerChannelSetup setup;
    private final SimLoop loop;
    private final PeerState state;
    private final StoreCallObserver observer;
    private final ChannelRoster roster;
    private @Nullable PeerExchange exchange;
    private final List<Runnable> aside = new ArrayList<>();

    SimPeer(CandidateProcess process, Cluster cluster, PeerNetwork network, PeerChannelSetup setup) {
        this.process = process;
        this.cluster = cluster;
        this.network = network;
        this.setup = setup;
        this.loop = new SimLoop(
                cluster.time(),
                process.home().clock(),
                process.threads(),
                (call, reply) -> List.of(),
                (urgency, elections, outcome, sent) -> {});
        this.state = PeerState.none(process.home().clock(), process.label());
        this.observer = new StoreCallObserver(state, () -> exchange);
        this.roster = new ChannelRoster(state, () -> exchange);
        open();
    }

    PeerState state() {
        return state;
    }

    StoreCallObserver observer() {
        return observer;
    }

    ChannelRoster roster() {
        return roster;
    }

    // ---- enabling and closing

    /** Enables the channel of this process, or disables it, so that the store is always read. */
    void enable(boolean enabled) {
        PeerExchange before = exchange;
        exchange = null;
        if (before != null) {
            before.close();
        }
        if (enabled) {
            open();
        }
    }

    private void open() {
        Random random = new Random(network.random().seed());
        PeerExchange next = new PeerExchange(
                new PeerExchange.Io(this, this, this, random), state, setup.carriesRoster(), setup.readStoreEvery());
        exchange = next;
        next.followAll();
    }

    boolean isEnabled() {
        return exchange != null;
    }

    /**
     * Tells followers that all terms of this process are over, as a store does that is closed. It waits for its threads
     * to send that.
     */
    void close() {
        state.writtenLeases().endAll();
        enable(false);
        List.copyOf(aside).forEach(this::runAside);
    }

    /** Schedules timers again after the machine has slept. */
    void slept() {
        loop.wake();
    }

    // ---- questions of others

    /** Takes in a question, and answers it when there is news. */
    void receive(PeerQuestion question, Consumer<PeerReply> answer) {
        PeerExchange open = exchange;
        if (open == null) {
            throw new PeerRefusedException(503, "the peer channel is not enabled here");
        }
        open.receive(question, answer);
    }

    /** Takes in a question whose answer does not matter. */
    void receiveOrRefuse(PeerQuestion question) {
        try {
            receive(question, reply -> {});
        } catch (PeerRefusedException refused) {
            process.note("peer", refused.status(), () -> "refuses a request: " + refused.getMessage());
        }
    }

    /** Tells whether a look at an election would now show what the leader sent. */
    boolean isHealthy(String election) {
        return observer.shown(election) != null;
    }

    /** Returns how many other processes wait for news. */
    int waiting() {
        PeerExchange open = exchange;
        return open == null ? 0 : open.waiting();
    }

    /** Ends a thread of this process at about its deadline. */
    void atDeadline(long atNanos, Runnable end) {
        loop.schedule(
                atNanos,
                () -> cluster.time().after(lateness(), () -> process.threads().run(end)));
    }

    /** Draws how long a thread takes to end that was interrupted: often no time, now and then up to an interval. */
    private long lateness() {
        return network.random().chance(70)
                ? 0
                : network.random().anySizeUpTo(process.timing().interval().toNanos());
    }

    // ---- threads, messages and problems

    @Override
    public void execute(Runnable task) {
        loop.execute(task);
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
        EventLoop.Timer timer = loop.schedule(loop.time().nanos() + delay.toNanos(), task);
        return timer::cancel;
    }

    /** Runs a task a little later, as threads do. */
    @Override
    public void aside(Runnable task) {
        aside.add(task);
        cluster.time()
                .after(
                        network.random().between(0, LONGEST_ASIDE_NANOS),
                        () -> process.threads().run(() -> runAside(task)));
    }

    private void runAside(Runnable task) {
        if (aside.remove(task)) {
            task.run();
        }
    }

    @Override
    public CompletableFuture<PeerReply> ask(PeerAddress address, PeerQuestion question, Duration timeout) {
        CompletableFuture<PeerReply> answer = new CompletableFuture<>();
        Timer timer = after(timeout, () -> answer.completeExceptionally(new TimeoutException("no answer in time")));
        CompletableFuture<PeerReply> ended = answer.whenComplete((reply, failure) -> timer.cancel());
        network.ask(process, address, question, answer);
        return ended;
    }

    @Override
    public void failed(String peer, Throwable failure) {
        process.note("peer", 0, () -> "cannot ask " + peer + ": " + failure.getMessage());
    }

    @Override
    public void works(String peer) {}

    @Override
    public void contradicted(String peer, String election) {
        process.note("peer", 1, () -> "is contradicted by the store about " + election + ": " + peer);
        if (!cluster.scenario().has(FaultKind.RECORD) || !election.equals(SimStore.ELECTION)) {
            String problem = process.label() + " was told by " + peer + " what the store does not show of " + election;
            cluster.findings().add(Check.CHANNEL, cluster.time().now(), problem);
        }
    }

    @Override
    public void unreachable(Identity leader) {}
}
