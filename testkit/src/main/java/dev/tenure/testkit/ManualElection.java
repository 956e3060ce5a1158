package dev.tenure.testkit;

import static java.util.Objects.requireNonNull;

import dev.tenure.Election;
import dev.tenure.ElectionListener;
import dev.tenure.LeaderTask;
import dev.tenure.Role;
import dev.tenure.Status;
import dev.tenure.StoreException;
import dev.tenure.Subscription;
import dev.tenure.Successor;
import dev.tenure.Term;
import dev.tenure.Work;
import dev.tenure.spi.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An election that a test decides: nobody leads, and no term ends, unless the test says so or the work fails or
 * resigns. For tests of code that takes an {@link Election}. Thread-safe.
 *
 * <p>Listeners are told on the thread of the test, before the call that caused it returns. Work and hooks run on their
 * own threads, are really interrupted, and have ended when {@link #resign(String)}, {@link #lose} and {@link #close}
 * return. Time stands still until {@link #elapse}. So a test waits for nothing. Tokens are 1, 2, 3 and so on.
 *
 * <p>The engine decides all the rest, as in production: see {@link ManualCandidate}.
 */
public final class ManualElection implements Election {
    /** How long a test is kept waiting for its own code that should have ended long ago. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    /** A candidate whose work failed claims again after two ttls, and half a one later if others go first. */
    private static final int TTLS_TO_CLAIM = 4;

    private final ManualCandidate candidate;
    private final Election engine;
    private volatile boolean hasWork;
    private volatile long lastStartedToken;
    private volatile @Nullable Thread worker;
    private volatile boolean working;

    /** Makes an election in which a candidate stands whose name does not matter; else see {@link ManualCandidate}. */
    public ManualElection(String name) {
        this(new ManualCandidate("this-node"), name);
    }

    private ManualElection(ManualCandidate candidate, String name) {
        this(candidate, candidate.standInEngine(name));
    }

    ManualElection(ManualCandidate candidate, Election engine) {
        this.candidate = candidate;
        this.engine = engine;
    }

    // ---- what the test decides

    /**
     * Lets this candidate win: its acquire hook runs, if it has one, then listeners hear {@code Acquired}, then the
     * work starts. If the candidate must stay back first, because it resigned or its work failed, that time passes.
     *
     * @return the term, or empty if the acquire hook refused it
     * @throws IllegalStateException if it leads already, or is closed, or the work of an earlier term has not ended
     */
    public Optional<Term> acquire() {
        requireOpen();
        requireEarlierTermOver();
        candidate.store.releaseOther(name());
        candidate.store.open(name());
        candidate.runtime.advanceUntil(() -> holds(), timing().multipliedBy(TTLS_TO_CLAIM));
        candidate.store.shut(name());
        Lease lease = candidate.store.lease(name());
        if (lease != null && !candidate.runtime.await(() -> engine.isLeader() || !holds(lease.token()), PATIENCE)) {
            throw new IllegalStateException("the acquire hook of '" + name() + "' has not returned within " + limit());
        }
        candidate.runtime.run();
        return engine.term();
    }

    private void requireEarlierTermOver() {
        if (!holds()) {
            return;
        }
        boolean ends = engine.term().map(Term::isEnding).orElse(true);
        if (!ends) {
            throw new IllegalStateException("this candidate leads '" + name() + "' already: resign or lose it first");
        }
        candidate.runtime.advance(candidate.grace);
        if (!candidate.runtime.await(() -> !holds(), PATIENCE)) {
            throw new IllegalStateException(
                    "the work of an earlier term of '" + name() + "' has not ended within " + limit());
        }
    }

    /**
     * Asks the term to end, as a request to resign does: {@link Term#isEnding()} is true from now on, and the term ends
     * when the work has returned, or is cancelled at the end of the grace. Does not wait for it.
     *
     * @throws IllegalStateException if this candidate does not lead
     */
    public void askToEnd(String cause) {
        requireNonNull(cause, "cause");
        long token = requireHeldToken();
        candidate.store.callback(name()).handOver(token, cause);
    }

    /**
     * Ends the term in good order: the work is asked to finish, and cancelled when its grace is over; listeners hear
     * {@code Resigned}, the work ends, the lose hook runs. Work that has not ended after ten seconds is told as
     * {@code Warning}, and left alone.
     *
     * @throws IllegalStateException if this candidate does not lead
     */
    public void resign(String cause) {
        long token = requireHeldToken();
        askToEnd(cause);
        if (holds(token)) {
            candidate.runtime.advance(candidate.grace);
        }
        awaitEnd(token);
    }

    /**
     * Takes the term away, as a lost lease does: the work is cancelled at once, and listeners hear {@code Lost}.
     *
     * @throws IllegalStateException if this candidate does not lead
     */
    public void lose(String cause) {
        requireNonNull(cause, "cause");
        long token = requireHeldToken();
        candidate.store.callback(name()).lost(token, cause);
        awaitEnd(token);
    }

    /** Waits for work and hooks; but work does not wait for itself. */
    private void awaitEnd(long token) {
        boolean own = working && Thread.currentThread() == worker;
        if (!own && !candidate.runtime.await(() -> !holds(token), PATIENCE)) {
            candidate.runtime.advance(timing());
        }
        candidate.runtime.run();
    }

    /**
     * Has one call to the store fail: listeners hear {@code Warning}, and leadership does not change by it. A failed
     * attempt to lead is just that.
     */
    public void fail(Throwable error) {
        candidate.store.failNext(
                error instanceof StoreException failure
                        ? failure
                        : new StoreException(
                                StoreException.Kind.UNREACHABLE, String.valueOf(error.getMessage()), error));
        candidate.store.wake(name());
        candidate.runtime.advanceUntil(candidate.store::hasFailed, timing());
    }

    /** Has another candidate stand: see {@link ManualCandidate#addCandidate}. */
    public void addCandidate(String other) {
        candidate.addCandidate(name(), other);
    }

    /** Has another candidate lead: see {@link ManualCandidate#leaderIs}. */
    public void leaderIs(String other) {
        candidate.leaderIs(name(), other);
    }

    /** Has the other candidate that leads be gone: see {@link ManualCandidate#leaderIsGone}. */
    public void leaderIsGone() {
        candidate.leaderIsGone(name());
    }

    /** Lets time pass: see {@link ManualCandidate#elapse}. */
    public void elapse(Duration length) {
        candidate.elapse(length);
    }

    /**
     * Waits until the work has nothing to do: it has ended, or pauses.
     *
     * @throws IllegalStateException if it goes on for ten seconds
     */
    public void settle() {
        boolean settled = candidate.runtime.await(() -> !isWorkDue() && (!working || isPausing()), PATIENCE);
        Thread thread = worker;
        if (settled && thread != null && !working) {
            settled = candidate.runtime.awaitEnd(thread, PATIENCE); // the engine hears of it on that thread
        }
        if (!settled) {
            throw new IllegalStateException(
                    "the work of '" + name() + "' has neither ended nor paused within " + limit());
        }
        candidate.runtime.run();
    }

    private boolean isWorkDue() {
        return hasWork
                && engine.term()
                        .filter(term -> !term.isEnding() && term.token() != lastStartedToken)
                        .isPresent();
    }

    private boolean isPausing() {
        Thread thread = worker;
        return thread != null && candidate.runtime.isPausing(thread);
    }

    private boolean holds() {
        Lease lease = candidate.store.lease(name());
        return lease != null && !candidate.store.isLedByOther(name());
    }

    private boolean holds(long token) {
        Lease lease = candidate.store.lease(name());
        return lease != null && lease.token() == token;
    }

    private long requireHeldToken() {
        Lease lease = candidate.store.lease(name());
        if (lease == null || !holds()) {
            throw new IllegalStateException("this candidate does not lead '" + name() + "': acquire it first");
        }
        return lease.token();
    }

    private void requireOpen() {
        if (engine.status().role() == Role.CLOSED) {
            throw new IllegalStateException("election '" + name() + "' is closed: stand in it again to lead it");
        }
    }

    private Duration timing() {
        return candidate.settings().timing().ttl();
    }

    private static String limit() {
        return PATIENCE.toSeconds() + " s";
    }

    // ---- what the application asks: the engine answers

    @Override
    public String name() {
        return engine.name();
    }

    @Override
    public boolean isLeader() {
        return engine.isLeader();
    }

    @Override
    public Optional<Term> term() {
        return engine.term();
    }

    @Override
    public Status status() {
        return engine.status();
    }

    @Override
    public Optional<Term> awaitLeadership(Duration timeout) throws InterruptedException {
        return engine.awaitLeadership(timeout);
    }

    @Override
    public Optional<Status> awaitAttempt(Instant since, Duration timeout) throws InterruptedException {
        return engine.awaitAttempt(since, timeout);
    }

    @Override
    public Subscription subscribe(ElectionListener listener) {
        return engine.subscribe(listener);
    }

    @Override
    public Subscription subscribeBarrier(ElectionListener listener) {
        return engine.subscribeBarrier(listener);
    }

    @Override
    public void lead(Work work) {
        engine.lead(watched(requireNonNull(work, "work")));
        hasWork = true;
    }

    private Work watched(Work work) {
        return term -> {
            worker = Thread.currentThread();
            working = true;
            lastStartedToken = term.token();
            try {
                work.during(term);
            } finally {
                working = false;
                candidate.runtime.changed();
            }
        };
    }

    @Override
    public <X extends Exception> boolean runIfLeader(LeaderTask<X> task) throws X {
        return engine.runIfLeader(task);
    }

    @Override
    public void resign() {
        engine.resign();
    }

    /** Hands over to a candidate that {@link ManualCandidate#addCandidate} has added, and which then leads. */
    @Override
    public void transferTo(Successor successor) {
        engine.transferTo(successor);
        candidate.followWakeUps();
    }

    @Override
    public void close() {
        engine.close();
        candidate.runtime.run();
    }

    @Override
    public String toString() {
        return engine.toString();
    }
}
