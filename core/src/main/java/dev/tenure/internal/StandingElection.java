package dev.tenure.internal;

import static java.util.Objects.requireNonNull;

import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
import dev.tenure.Hook;
import dev.tenure.LeaderTask;
import dev.tenure.Reason;
import dev.tenure.Role;
import dev.tenure.Status;
import dev.tenure.Subscription;
import dev.tenure.Successor;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.Work;
import dev.tenure.internal.events.EventRelay;
import dev.tenure.internal.fleet.ElectionRank;
import dev.tenure.internal.fleet.PeerLiveness.Peer;
import dev.tenure.internal.fleet.RequestHandler;
import dev.tenure.internal.fleet.RequestSender;
import dev.tenure.internal.fleet.Shard;
import dev.tenure.internal.protocol.CampaignSetup;
import dev.tenure.internal.protocol.ClockReading;
import dev.tenure.internal.protocol.Input;
import dev.tenure.internal.runtime.CampaignDriver;
import dev.tenure.internal.runtime.ElectionBaton;
import dev.tenure.internal.runtime.EventLoop;
import dev.tenure.internal.runtime.JobRunner;
import dev.tenure.internal.runtime.LeadershipView;
import dev.tenure.internal.runtime.UninterruptibleWait;
import dev.tenure.internal.runtime.WorkThread;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A candidate's stand in one election, as applications see it: the view answers, and the driver carries out. */
final class StandingElection implements Election, Shard {
    private final CampaignSetup setup;
    private final SharedServices shared;
    private final EventLoop loop;
    private final LeadershipView view;
    private final EventRelay relay;
    private final CampaignDriver driver;
    private final RequestHandler requestHandler;
    private final @Nullable ElectionRank place;
    private volatile Supplier<List<Peer>> knownPeers;
    private final AtomicBoolean hasWork = new AtomicBoolean();
    private final AtomicReference<@Nullable Deadline> closeBy = new AtomicReference<>();
    private Input.@Nullable Ranked ranked;
    private boolean started;

    /**
     * Makes a stand that has yet to be started.
     *
     * @param ownRoster whether it stands in a roster of its own, and is not one of many that share one
     */
    StandingElection(
            CampaignSetup setup,
            SharedServices shared,
            PreparedElection builder,
            boolean ownRoster,
            Consumer<StandingElection> forget) {
        this.setup = setup;
        this.shared = shared;
        this.loop = shared.loop();
        this.relay = new EventRelay(loop, shared.relayPool());
        Role roleWithoutTerm = setup.options().observes() ? Role.OBSERVER : Role.FOLLOWER;
        this.view = new LeadershipView(setup.election(), roleWithoutTerm, loop.time(), loop.pauseClock(), this::resign);
        view.reachBatonBy(new ElectionBaton(
                setup.election(),
                shared.store(),
                view,
                loop.time(),
                () -> setup.timing().callTimeout()));
        this.driver = new CampaignDriver(setup, shared.renewals(), loop, view, this::tell, shared.random());
        driver.onFinish(() -> {
            shared.eventLog().over(name());
            forget.accept(this);
        });
        driver.onCallEnd((answered, lateNanos) -> shared.eventLog().called(name(), answered, lateNanos));
        driver.onWakeUpAsLeader(shared.rosterSync()::soon);
        driver.hooks(hook(builder.acquireHook()), hook(builder.loseHook()));
        this.requestHandler = new RequestHandler(setup, view, driver);
        this.place = ownRoster ? new ElectionRank(setup, view, driver, requestHandler, shared.preference()) : null;
        this.knownPeers = place == null ? List::of : place::peers;
    }

    private @Nullable JobRunner hook(@Nullable Hook hook) {
        return hook == null ? null : WorkThread.place(hook::run, loop);
    }

    /** Starts as the candidate is configured by then: it may have been changed since the setup was made. */
    void start(Supplier<Input.Reconfigure> present) {
        loop.execute(() -> {
            started = true;
            Input.Reconfigure now = present.get();
            setup.reconfigure(now.self(), now.timing());
            if (place != null && !isClosing()) {
                shared.rosterSync().join(place);
            }
            driver.start();
        });
    }

    private void tell(ElectionEvent event) {
        shared.eventLog().tell(event);
        relay.tell(event, driver::barriersPassed);
        if (!setup.options().observes()) {
            shared.historyWriter().tell(event);
        }
        if (!(event instanceof ElectionEvent.Warning)) {
            shared.rosterSync().soon();
        }
    }

    // ---- what is known

    @Override
    public String name() {
        return setup.election();
    }

    @Override
    public boolean isLeader() {
        return view.isLeader();
    }

    @Override
    public Optional<Term> term() {
        return view.term();
    }

    @Override
    public Status status() {
        return view.status();
    }

    @Override
    public Optional<Term> awaitLeadership(Duration timeout) throws InterruptedException {
        return view.awaitTerm(requireNonNull(timeout, "timeout"));
    }

    @Override
    public Optional<Status> awaitAttempt(Instant since, Duration timeout) throws InterruptedException {
        return view.awaitDecision(requireNonNull(since, "since"), requireNonNull(timeout, "timeout"));
    }

    @Override
    public Subscription subscribe(ElectionListener listener) {
        return relay.subscribe(requireNonNull(listener, "listener"), this::present);
    }

    @Override
    public Subscription subscribeBarrier(ElectionListener listener) {
        return relay.subscribeBarrier(requireNonNull(listener, "listener"), this::present, driver::barriers);
    }

    private ElectionEvent present() {
        return new ElectionEvent.Present(
                setup.election(), ClockReading.of(loop.time()).instant(), status());
    }

    @Override
    public String toString() {
        String role = status().role().name().toLowerCase(Locale.ROOT);
        return "election " + name() + ": " + setup.self().name() + " is " + (isClosing() ? "closed" : role);
    }

    // ---- what is wished for

    @Override
    public void lead(Work work) {
        requireNonNull(work, "work");
        if (isClosing()) {
            throw new IllegalStateException("election '" + name() + "' is closed: stand in it again to lead it");
        }
        if (work instanceof ScheduledTask && !setup.has(Capability.BATON)) {
            throw new UnsupportedOperationException("the " + shared.store().name()
                    + " store keeps no baton, so the next leader would not know which slot ran last: use leadEvery");
        }
        if (!hasWork.compareAndSet(false, true)) {
            throw new IllegalStateException(
                    "election '" + name() + "' has work already: one candidate does one work per"
                            + " election; stand in a second election for a second one");
        }
        loop.execute(() -> driver.give(WorkThread.place(work, loop)));
    }

    @Override
    public <X extends Exception> boolean runIfLeader(LeaderTask<X> task) throws X {
        return driver.inlineWork().run(requireNonNull(task, "task"));
    }

    @Override
    public void resign() {
        long token = view.heldToken();
        if (token != 0) {
            resign(token, Reason.RESIGNED, "resigned");
        }
    }

    private void resign(long token, Reason reason, String cause) {
        driver.input(new Input.Resign(token, reason, cause, setup.timing().ttl(), null));
    }

    @Override
    public void transferTo(Successor successor) {
        requireNonNull(successor, "successor");
        if (!setup.has(Capability.ROSTER)) {
            throw new UnsupportedOperationException(
                    "the " + shared.store().name() + " store keeps no roster, so that nobody is known"
                            + " to transfer to: resign, or use the peer channel, which adds a roster");
        }
        Term term = view.term()
                .orElseThrow(() ->
                        new IllegalStateException("'" + setup.self().name() + "' does not lead '" + name() + "'"));
        if (successor.is(setup.self())) {
            return; // leads already, as is wished
        }
        List<Peer> peers = knownPeers.get();
        Peer to = RequestHandler.ablePeer(peers, successor)
                .orElseThrow(() -> new IllegalArgumentException(RequestSender.noSuch(
                        successor, name(), peers.stream().map(Peer::entry).toList())));
        String cause = "transferred to " + to.name();
        driver.input(new Input.Resign(
                term.token(), Reason.TRANSFERRED, cause, setup.timing().ttl(), to.instance()));
    }

    // ---- what the candidate decides for many; on the loop

    @Override
    public boolean isAble() {
        return driver.isAble();
    }

    /** Leaves to the next stand of this candidate what it must know, once this one is over. */
    void leaveTo(EarlierStands earlierStands) {
        earlierStands.keep(setup, ClockReading.of(loop.time()));
    }

    /** Takes in, before the start, what an earlier stand of this candidate has left to run out, and seen. */
    void continueFrom(EarlierStands earlierStands) {
        earlierStands.passOnTo(setup, ClockReading.of(loop.time()));
    }

    @Override
    public void rank(Input.Ranked newRank) {
        if (!newRank.equals(ranked)) {
            ranked = newRank;
            driver.step(newRank);
        }
    }

    /** Says who else stands, where that is known to a whole set of elections. */
    @Override
    public void knowsPeersFrom(Supplier<List<Peer>> peers) {
        knownPeers = peers;
    }

    @Override
    public void answer(Request request, List<Peer> peers) {
        requestHandler.answer(request, peers);
    }

    @Override
    public void handOver(String successor, String cause) {
        driver.step(new Input.Resign(token(), Reason.TRANSFERRED, cause, Duration.ZERO, successor));
    }

    /** Tells listeners what a person should look at. On the loop. */
    void warn(Reason reason, String what) {
        driver.warn(reason, what, null);
    }

    void able(Input.Able able) {
        if (started) { // until then the campaign must not move, and it learns of this right after
            driver.step(able);
        }
    }

    void reconfigure(Input.Reconfigure news) {
        if (started) { // and else begins with the news
            driver.step(news);
        }
    }

    @Override
    public long token() {
        return view.term().map(Term::token).orElse(0L);
    }

    @Override
    public Timing timing() {
        return setup.timing();
    }

    /** Returns the instance that leads, as far as is known, or an empty text. */
    @Override
    public String leaderInstance() {
        var leader = view.status().leader();
        return leader == null ? "" : leader.instance();
    }

    // ---- the end

    /** The work itself may close its election: waiting for it there would be waiting for oneself. */
    @Override
    public void close() {
        beginClose();
        if (!isOwnWork()) {
            awaitClose();
        }
    }

    /** Asks the campaign to end gracefully, and returns at once. */
    void beginClose() {
        closeBy.compareAndSet(null, Deadline.after(loop.time(), closeWithin()));
        loop.execute(() -> {
            if (place != null) {
                shared.rosterSync().leave(place);
            }
            driver.step(new Input.Close());
        });
    }

    /**
     * Waits until the campaign has ended gracefully, and ends it by force if that takes too long. An interrupted caller
     * is in a hurry: the work loses the rest of its grace, but the lease is still released.
     */
    void awaitClose() {
        try {
            view.awaitFinish(requireNonNull(closeBy.get(), "closeBy").remaining());
        } catch (InterruptedException e) {
            loop.execute(driver::cancelWork);
            Deadline soon = Deadline.after(loop.time(), closeWithin().minus(setup.grace()));
            UninterruptibleWait.await(() -> view.awaitFinish(soon.remaining()));
            UninterruptibleWait.passOn();
        }
        view.close();
    }

    /** Gives up what {@link #awaitClose} did not wait for, because the loop is about to end. */
    void abandon() {
        loop.execute(driver::abandon);
    }

    /** Tells whether the calling thread runs code under a term of this very election. */
    boolean isOwnWork() {
        return WorkThread.isWorkOf(view) || driver.inlineWork().isCaller();
    }

    boolean isClosing() {
        return closeBy.get() != null;
    }

    /** Tells whether nothing of this stand goes on, not even work: only then may another one begin. */
    boolean isOver() {
        return view.isOver();
    }

    /**
     * Counted from the first close: a call under way, the work's grace and its stopping, the lose hook or barriers,
     * then three tries to release.
     */
    private Duration closeWithin() {
        Timing timing = setup.timing();
        return timing.callTimeout()
                .multipliedBy(4)
                .plus(setup.grace())
                .plus(timing.stopWithin())
                .plus(timing.margin())
                .plus(setup.patience().multipliedBy(2));
    }
}
