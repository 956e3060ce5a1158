package dev.tenure.testkit;

import static java.util.Objects.requireNonNull;

import dev.tenure.Election;
import dev.tenure.ElectionBuilder;
import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
import dev.tenure.Identity;
import dev.tenure.LeaderTask;
import dev.tenure.Reason;
import dev.tenure.Role;
import dev.tenure.Status;
import dev.tenure.Subscription;
import dev.tenure.Successor;
import dev.tenure.Term;
import dev.tenure.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An election that a test decides: nobody leads, and no term ends, unless the test says so or the work fails or
 * resigns. For tests of code that takes an {@link Election}. Thread-safe.
 *
 * <p>Listeners are told on the thread of the test, before the call that caused it returns. Work and hooks run on
 * threads of their own, are really interrupted, and have ended when {@link #resign(String)}, {@link #lose} and
 * {@link #close} return. Time stands still until {@link #elapse}. So a test waits for nothing. Tokens are 1, 2, 3 and
 * so on.
 *
 * <p>There is no grace and no cool-down: {@link #resign()} cancels the work at once, {@link #askToEnd} lets it finish,
 * and the next term begins when the test says so.
 */
public final class ManualElection implements Election {
    private final ManualStage stage;
    private @Nullable Leader leader;
    private @Nullable Instant lastSeen;
    private int failures;
    private volatile boolean closed;

    /** Another candidate that leads. */
    private record Leader(Identity identity, long token, Instant since) {}

    /** Makes an election in which a candidate stands whose name does not matter. */
    public ManualElection(String name) {
        this(name, "this-node");
    }

    /** Makes an election in which the named candidate stands. */
    public ManualElection(String name, String candidate) {
        this(
                new ManualPreparation(name, again -> {
                    throw new IllegalStateException("'" + candidate + "' stands in '" + name + "' already");
                }),
                new Identity(UUID.randomUUID().toString(), candidate, null));
    }

    ManualElection(ManualPreparation prepare, Identity self) {
        this.stage = new ManualStage(prepare, self);
    }

    // ---- what the test decides

    /**
     * Lets this candidate win: its acquire hook runs, if it has one, then listeners hear {@code Acquired}, then the
     * work starts.
     *
     * @return the term, or empty if the acquire hook refused it
     * @throws IllegalStateException if it leads already, or is closed, or the work of an earlier term has not ended
     */
    public Optional<Term> acquire() {
        stage.change(this::requireFree);
        stage.require(stage::isWoundDown, "the work of an earlier term of '" + name() + "' has not ended");
        ManualTerm term = stage.changing(() -> {
            requireFree();
            seen(null);
            return stage.begin();
        });
        stage.require(
                () -> term.isAnnounced() || !term.isCurrent(), "the acquire hook of '" + name() + "' has not returned");
        if (!term.isAnnounced()) {
            stage.awaitWoundDown();
        }
        stage.change(() -> {}); // the hook's thread may still be telling listeners
        return Optional.<Term>of(term).filter(Term::isCurrent);
    }

    /**
     * Asks the work to finish in its own time, as a candidate with a grace does: {@link Term#isEnding()} is true from
     * now on, and the term ends in good order when the work has returned. Without work it ends at once.
     *
     * @throws IllegalStateException if this candidate does not lead
     */
    public void askToEnd(String cause) {
        requireNonNull(cause, "cause");
        stage.change(() -> {
            ManualTerm term = heldTerm();
            if (stage.isWoundDown()) {
                stage.end(term, Reason.RESIGNED, cause, true);
            } else {
                term.askToEnd(cause);
            }
        });
    }

    /**
     * Ends the term in good order: the work is cancelled, listeners hear {@code Resigned}, the work ends, the lose hook
     * runs. Work that has not ended after ten seconds is told as {@code Warning}, and left alone.
     *
     * @throws IllegalStateException if this candidate does not lead
     */
    public void resign(String cause) {
        end(cause, true);
    }

    /**
     * Takes the term away, as a lost lease does: the same as {@link #resign(String)}, but listeners hear {@code Lost}.
     *
     * @throws IllegalStateException if this candidate does not lead
     */
    public void lose(String cause) {
        end(cause, false);
    }

    private void end(String cause, boolean inGoodOrder) {
        requireNonNull(cause, "cause");
        stage.change(() -> stage.end(heldTerm(), inGoodOrder ? Reason.RESIGNED : Reason.TAKEN, cause, inGoodOrder));
        stage.awaitWoundDown();
    }

    /**
     * Has one call to the store fail: listeners hear {@code Warning}, and leadership does not change by it. A failed
     * attempt to lead is just that.
     */
    public void fail(Throwable error) {
        stage.change(() -> {
            failures++;
            String cause = "the store failed: " + error.getMessage();
            stage.tell(new ElectionEvent.Warning(name(), stage.now(), Reason.STORE_FAILED, cause, error));
        });
    }

    /**
     * Has another candidate lead, in a term of its own with a token of its own.
     *
     * @throws IllegalStateException if this candidate leads: resign or lose it first
     */
    public void leaderIs(String candidate) {
        Identity other = new Identity(UUID.randomUUID().toString(), candidate, null);
        stage.change(() -> {
            requireFree();
            seen(new Leader(other, stage.nextToken(), stage.now()));
            stage.tell(new ElectionEvent.LeaderChanged(
                    name(), stage.now(), other, stage.lastToken(), candidate + " leads"));
        });
    }

    /** Has the other candidate that leads be gone, so that nobody leads; does nothing if there is none. */
    public void leaderIsGone() {
        stage.change(() -> {
            if (leader != null) {
                seen(null);
                stage.tell(new ElectionEvent.LeaderChanged(
                        name(), stage.now(), null, stage.lastToken(), "the record shows no leader"));
            }
        });
    }

    /**
     * Lets time pass: pauses of {@link #leadEvery} and {@link Term#pause} that are over end, and work that made no
     * progress for {@link ElectionBuilder#stallAfter} loses its term. Does not wait for what the work does then.
     */
    public void elapse(Duration length) {
        stage.elapse(length);
    }

    /**
     * Waits until the work has nothing to do: it has ended, or pauses.
     *
     * @throws IllegalStateException if it goes on for ten seconds
     */
    public void settle() {
        stage.require(stage::isSettled, "the work of '" + name() + "' has neither ended nor paused");
    }

    private void seen(@Nullable Leader other) {
        leader = other;
        failures = 0;
        lastSeen = stage.now();
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException("election '" + name() + "' is closed: stand in it again to lead it");
        }
    }

    private void requireFree() {
        requireOpen();
        if (stage.term() != null) {
            throw new IllegalStateException("this candidate leads '" + name() + "' already: resign or lose it first");
        }
    }

    private ManualTerm heldTerm() {
        ManualTerm term = stage.term();
        if (term == null) {
            throw new IllegalStateException("this candidate does not lead '" + name() + "': acquire it first");
        }
        return term;
    }

    // ---- what is known

    @Override
    public String name() {
        return stage.name();
    }

    @Override
    public boolean isLeader() {
        return stage.announced() != null;
    }

    @Override
    public Optional<Term> term() {
        return Optional.ofNullable(stage.announced());
    }

    @Override
    public Status status() {
        return stage.ask(this::currentStatus);
    }

    private Status currentStatus() {
        ManualTerm term = stage.announced();
        return term == null
                ? status(closed ? Role.CLOSED : Role.FOLLOWER, leader)
                : status(Role.LEADER, new Leader(stage.self(), term.token(), term.since()));
    }

    private Status status(Role role, @Nullable Leader who) {
        ElectionEvent change = stage.lastChange();
        return new Status(
                name(),
                role,
                who == null ? null : who.identity(),
                who == null ? 0 : who.token(),
                who == null ? null : who.since(),
                lastSeen,
                failures,
                null,
                change == null ? Reason.STANDING : change.reason(),
                change == null ? "" : change.cause());
    }

    @Override
    public Optional<Term> awaitLeadership(Duration timeout) throws InterruptedException {
        stage.awaitInterruptibly(() -> closed || isLeader(), timeout);
        return term();
    }

    /** An attempt is what {@link #acquire}, {@link #leaderIs} and {@link #leaderIsGone} make. */
    @Override
    public Optional<Status> awaitAttempt(Instant since, Duration timeout) throws InterruptedException {
        stage.awaitInterruptibly(() -> closed || isSeenAfter(since), timeout);
        return stage.ask(() -> Optional.of(currentStatus()).filter(status -> !closed && isSeenAfter(since)));
    }

    private boolean isSeenAfter(Instant since) {
        return lastSeen != null && lastSeen.isAfter(since);
    }

    @Override
    public Subscription subscribe(ElectionListener listener) {
        requireNonNull(listener, "listener");
        return stage.changing(
                () -> stage.subscribe(listener, new ElectionEvent.Present(name(), stage.now(), currentStatus())));
    }

    /** As {@link #subscribe}: here every listener has returned before anything goes on. */
    @Override
    public Subscription subscribeBarrier(ElectionListener listener) {
        return subscribe(listener);
    }

    // ---- what the application wishes

    @Override
    public void lead(Work work) {
        give(requireNonNull(work, "work"));
    }

    @Override
    public void leadEvery(Duration pause, Work task) {
        requireNonNull(task, "task");
        requireNonNull(pause, "pause");
        if (pause.isNegative() || pause.isZero()) {
            throw new IllegalArgumentException(
                    "pause " + pause + " must be longer than zero: lead(work) runs a loop of your own");
        }
        give(term -> {
            while (!term.isEnding()) {
                task.during(term);
                term.progress();
                term.pause(pause);
            }
        });
    }

    private void give(Work work) {
        stage.change(() -> {
            requireOpen();
            stage.give(work);
        });
    }

    @Override
    public <X extends Exception> boolean runIfLeader(LeaderTask<X> task) throws X {
        return stage.runIfLeader(requireNonNull(task, "task"));
    }

    /** Gives the term up if there is one, and returns without waiting for the work, which is cancelled. */
    @Override
    public void resign() {
        ManualTerm term = stage.announced();
        if (term != null) {
            stage.resign(term);
        }
    }

    /** Gives the term up likewise, and has the named candidate lead: here everybody is taken to be there and able. */
    @Override
    public void transferTo(Successor successor) {
        String candidate = requireNonNull(successor, "successor").toString();
        stage.change(() -> {
            if (stage.announced() == null) {
                throw new IllegalStateException("this candidate does not lead '" + name() + "'");
            }
            stage.end(heldTerm(), Reason.TRANSFERRED, "transferred to " + candidate, true);
        });
        leaderIs(candidate);
    }

    @Override
    public void close() {
        stage.change(() -> {
            closed = true;
            ManualTerm term = stage.term();
            if (term != null) {
                stage.end(term, Reason.CLOSED, "closed", true);
            }
        });
        stage.awaitWoundDown();
    }
}
