package dev.tenure.internal;

import static java.util.Objects.requireNonNull;

import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
import dev.tenure.Status;
import dev.tenure.Subscription;
import dev.tenure.Term;
import dev.tenure.Work;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A candidate's stand in one election, as applications see it: answers from the seat, wishes to the driver. */
final class StandingElection implements Election {
    private final Setup setup;
    private final EventLoop loop;
    private final Seat seat;
    private final Relay relay;
    private final Driver driver;
    private final Consumer<StandingElection> forget;
    private final AtomicBoolean hasWork = new AtomicBoolean();
    private final AtomicReference<@Nullable Deadline> closeBy = new AtomicReference<>();

    StandingElection(
            Setup setup, LeaseStore store, EventLoop loop, ElasticPool relayPool, Consumer<StandingElection> forget) {
        this.setup = setup;
        this.loop = loop;
        this.seat = new Seat(setup.election(), setup.self(), loop.time());
        this.relay = new Relay(loop, relayPool);
        this.driver = new Driver(setup, store, loop, seat, relay::tell, new Random());
        this.forget = forget;
    }

    void start() {
        subscribe(new Journal(setup.self().name()));
        loop.execute(driver::start);
    }

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
        return seat.status();
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
        requireNonNull(listener, "listener");
        return relay.subscribe(
                listener,
                () -> new ElectionEvent.Present(
                        setup.election(), Moment.of(loop.time()).instant(), seat.status()));
    }

    @Override
    public void lead(Work work) {
        requireNonNull(work, "work");
        if (!hasWork.compareAndSet(false, true)) {
            throw new IllegalStateException(
                    "election '" + name() + "' has work already: one candidate does one work per"
                            + " election; stand in a second election for a second one");
        }
        loop.execute(() -> driver.give(WorkThread.place(work)));
    }

    @Override
    public void resign() {
        driver.input(new Input.Resign("resigned", setup.timing().ttl()));
    }

    /** The work itself may close its election: waiting for it there would be waiting for oneself. */
    @Override
    public void close() {
        beginClose();
        if (!isOwnWork()) {
            awaitClose();
        }
        if (isOver()) {
            forget.accept(this);
        }
    }

    /** Asks the campaign to end in good order, and returns at once. */
    void beginClose() {
        closeBy.compareAndSet(null, Deadline.after(loop.time(), closeWithin()));
        driver.input(new Input.Close());
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
            Thread.currentThread().interrupt();
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
     * Counted from the first close: a call under way, the work's grace and its stopping, then three tries to release.
     */
    private Duration closeWithin() {
        Duration calls = setup.timing().callTimeout().multipliedBy(4);
        return calls.plus(setup.grace())
                .plus(setup.timing().stopWithin())
                .plus(setup.timing().margin());
    }
}
