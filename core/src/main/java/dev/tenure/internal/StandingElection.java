package dev.tenure.internal;

import static java.util.Objects.requireNonNull;

import dev.tenure.Candidacy;
import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
import dev.tenure.Hook;
import dev.tenure.Role;
import dev.tenure.Status;
import dev.tenure.Subscription;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.Work;
import dev.tenure.internal.Electorate.Peer;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Request;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A candidate's stand in one election, as applications see it: answers from the seat, wishes to the driver. */
final class StandingElection implements Election {
    private final Setup setup;
    private final Commons commons;
    private final EventLoop loop;
    private final Seat seat;
    private final Relay relay;
    private final Driver driver;
    private final Summons summons;
    private final @Nullable Place place;
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
            Setup setup, Commons commons, Candidacy candidacy, boolean ownRoster, Consumer<StandingElection> forget) {
        this.setup = setup;
        this.commons = commons;
        this.loop = commons.loop();
        this.relay = new Relay(loop, commons.relayPool());
        this.seat = new Seat(setup.election(), loop.time(), this::subscribe);
        this.driver = new Driver(setup, commons.renewals(), loop, seat, this::tell, commons.random());
        driver.onFinish(() -> forget.accept(this));
        driver.onNudgeAsLeader(commons.registrar()::soon);
        driver.hooks(hook(candidacy.acquireHook()), hook(candidacy.loseHook()));
        this.summons = new Summons(setup, seat, driver);
        this.place = ownRoster ? new Place(setup, seat, driver, summons, commons.preference()) : null;
        this.knownPeers = place == null ? List::of : place::peers;
    }

    private @Nullable Workplace hook(@Nullable Hook hook) {
        return hook == null ? null : WorkThread.place(hook::run, null, setup, loop);
    }

    /** Starts as the candidate is configured by then: it may have been changed since the setup was made. */
    void start(Supplier<Input.Reconfigure> present) {
        subscribe(commons.journal());
        loop.execute(() -> {
            started = true;
            Input.Reconfigure now = present.get();
            setup.reconfigure(now.self(), now.timing());
            if (place != null && !isClosing()) {
                commons.registrar().join(place);
            }
            driver.start();
        });
    }

    private void tell(ElectionEvent event) {
        relay.tell(event, token -> driver.input(new Input.BarriersPassed(token)));
        if (!setup.conduct().observes()) {
            commons.historian().tell(event);
        }
        if (!(event instanceof ElectionEvent.Trouble)) {
            commons.registrar().soon();
        }
    }

    // ---- what is known

    @Override
    public String name() {
        return setup.election();
    }

    @Override
    public boolean isLeader() {
        return seat.isLeader();
    }

    @Override
    public Optional<Term> term() {
        return seat.term();
    }

    @Override
    public Status status() {
        Status status = seat.status();
        return setup.conduct().observes() && status.role() == Role.FOLLOWER ? status.withRole(Role.OBSERVER) : status;
    }

    @Override
    public Optional<Term> awaitLeadership(Duration timeout) throws InterruptedException {
        return seat.awaitTerm(timeout);
    }

    @Override
    public Optional<Status> awaitAttempt(Instant since, Duration timeout) throws InterruptedException {
        return seat.awaitDecision(since, timeout);
    }

    @Override
    public Subscription subscribe(ElectionListener listener) {
        return relay.subscribe(requireNonNull(listener, "listener"), this::present);
    }

    @Override
    public Subscription subscribeBarrier(ElectionListener listener) {
        return relay.subscribeBarrier(
                requireNonNull(listener, "listener"), this::present, count -> driver.step(new Input.Barriers(count)));
    }

    private ElectionEvent present() {
        return new ElectionEvent.Present(
                setup.election(), Moment.of(loop.time()).instant(), status());
    }

    // ---- what is wished for

    @Override
    public void lead(Work work) {
        give(requireNonNull(work, "work"), null);
    }

    @Override
    public void lead(Work work, Hook cleanUp) {
        give(requireNonNull(work, "work"), requireNonNull(cleanUp, "cleanUp"));
    }

    @Override
    public void leadEvery(Duration pause, Work task) {
        if (pause.isNegative()) {
            throw new IllegalArgumentException("pause " + pause + " is negative: use zero for none");
        }
        give(new Repetition(pause, requireNonNull(task, "task")), null);
    }

    private void give(Work work, @Nullable Hook cleanUp) {
        if (isClosing()) {
            throw new IllegalStateException("election '" + name() + "' is closed: stand in it again to lead it");
        }
        if (!hasWork.compareAndSet(false, true)) {
            throw new IllegalStateException(
                    "election '" + name() + "' has work already: one candidate does one work per"
                            + " election; stand in a second election for a second one");
        }
        loop.execute(() -> driver.give(WorkThread.place(work, cleanUp, setup, loop)));
    }

    @Override
    public void resign() {
        long token = seat.heldToken();
        if (token != 0) {
            driver.input(new Input.Resign(token, "resigned", setup.timing().ttl(), null));
        }
    }

    @Override
    public void transferTo(String candidate) {
        requireNonNull(candidate, "candidate");
        if (!setup.has(Capability.ROSTER)) {
            throw new UnsupportedOperationException(
                    "the " + commons.store().name() + " store keeps no roster: nobody to transfer to");
        }
        Term term = seat.term()
                .orElseThrow(() ->
                        new IllegalStateException("'" + setup.self().name() + "' does not lead '" + name() + "'"));
        List<Peer> peers = knownPeers.get();
        Peer to = Summons.ablePeer(peers, candidate)
                .orElseThrow(() -> new IllegalArgumentException(Petition.noSuch(
                        candidate, name(), peers.stream().map(Peer::entry).toList())));
        String cause = "transferred to " + to.name();
        driver.input(new Input.Resign(term.token(), cause, setup.timing().ttl(), to.instance()));
    }

    // ---- what the candidate decides for many; on the loop

    boolean isAble() {
        return driver.isAble();
    }

    /** Leaves to the next stand of this candidate what it must know, once this one is over. */
    void leaveTo(PastStands pastStands) {
        pastStands.keep(setup, Moment.of(loop.time()));
    }

    /** Takes in, before the start, what an earlier stand of this candidate has left to run out, and seen. */
    void continueFrom(PastStands pastStands) {
        pastStands.passOnTo(setup, Moment.of(loop.time()));
    }

    void rank(Input.Ranked newRank) {
        if (!newRank.equals(ranked)) {
            ranked = newRank;
            driver.step(newRank);
        }
    }

    /** Says who else stands, where that is known to a whole set of elections. */
    void knowsPeersFrom(Supplier<List<Peer>> peers) {
        knownPeers = peers;
    }

    void answer(Request request, List<Peer> peers) {
        summons.answer(request, peers);
    }

    void handOver(String successor, String cause) {
        driver.step(new Input.Resign(token(), cause, Duration.ZERO, successor));
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

    long token() {
        return seat.term().map(Term::token).orElse(0L);
    }

    Timing timing() {
        return setup.timing();
    }

    /** Returns the instance that leads, as far as is known, or an empty text. */
    String leaderInstance() {
        var leader = seat.status().leader();
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

    /** Asks the campaign to end in good order, and returns at once. */
    void beginClose() {
        closeBy.compareAndSet(null, Deadline.after(loop.time(), closeWithin()));
        loop.execute(() -> {
            if (place != null) {
                commons.registrar().leave(place);
            }
            driver.step(new Input.Close());
        });
    }

    /**
     * Waits until the campaign has ended in good order, and takes its seat away if that takes too long. Whoever is
     * interrupted is in a hurry: the work loses the rest of its grace, but what is held is released all the same.
     */
    void awaitClose() {
        try {
            seat.awaitFinish(requireNonNull(closeBy.get(), "closeBy").remaining());
        } catch (InterruptedException e) {
            loop.execute(driver::cancelWork);
            Deadline soon = Deadline.after(loop.time(), closeWithin().minus(setup.grace()));
            Uninterruptibly.await(() -> seat.awaitFinish(soon.remaining()));
            Uninterruptibly.passOn();
        }
        seat.close();
    }

    /** Gives up what {@link #awaitClose} did not wait for, because the loop is about to end. */
    void abandon() {
        loop.execute(driver::abandon);
    }

    /** Tells whether the calling thread does the work of this very election. */
    boolean isOwnWork() {
        return Thread.currentThread() instanceof WorkThread thread && thread.isOf(seat);
    }

    boolean isClosing() {
        return closeBy.get() != null;
    }

    /** Tells whether nothing of this stand goes on, not even work: only then may another one begin. */
    boolean isOver() {
        return seat.isOver();
    }

    /**
     * Counted from the first close: a call under way, the work's grace and its stopping, its clean-up, the lose hook or
     * barriers, then three tries to release.
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
