package dev.tenure.testkit;

import static java.util.Objects.requireNonNull;

import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
import dev.tenure.Identity;
import dev.tenure.LeaderTask;
import dev.tenure.Reason;
import dev.tenure.Subscription;
import dev.tenure.Work;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What goes on behind a {@link ManualElection}: the term, what runs for it, and the time that stands still.
 * Thread-safe.
 *
 * <p>Every change is made under the lock, and told after the lock was given back, so that listeners may ask and change
 * what they like.
 */
final class ManualStage {
    /** How long a test is kept waiting for code of its own that should have ended long ago. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final ManualPreparation prepare;
    private final Identity self;
    private final ManualRelay relay = new ManualRelay();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();
    private volatile @Nullable ManualTerm term;
    private @Nullable ManualTerm toLose;
    private @Nullable ManualJob job;
    private @Nullable Work work;
    private final List<ManualCall> calls = new ArrayList<>();
    private Duration elapsed = Duration.ZERO;
    private Duration lastProgress = Duration.ZERO;
    private @Nullable Duration pausedUntil;
    private @Nullable ElectionEvent lastChange;
    private long lastToken;

    ManualStage(ManualPreparation prepare, Identity self) {
        this.prepare = prepare;
        this.self = self;
    }

    // ---- asking

    String name() {
        return prepare.election();
    }

    Identity self() {
        return self;
    }

    /** Returns the term that is held, announced or not. */
    @Nullable ManualTerm term() {
        return term;
    }

    /** Returns the term that everybody may know of. */
    @Nullable ManualTerm announced() {
        ManualTerm current = term;
        return current != null && current.isAnnounced() ? current : null;
    }

    /** Returns how this candidate last began or ceased to lead, or null. Called under the lock. */
    @Nullable ElectionEvent lastChange() {
        return lastChange;
    }

    /** Answers a question about what is guarded by the lock. */
    <T> T ask(Supplier<T> question) {
        lock.lock();
        try {
            return question.get();
        } finally {
            lock.unlock();
        }
    }

    /** Returns the time of this machine, and what the test let pass besides. Called under the lock. */
    Instant now() {
        return Instant.now().plus(elapsed);
    }

    // ---- changing

    /** Makes a change, tells of it, and starts what is to run by now. */
    void change(Runnable change) {
        changing(() -> {
            change.run();
            return true;
        });
    }

    /** Makes a change likewise, and returns what came of it. */
    <T> T changing(Supplier<T> change) {
        T result = ask(() -> {
            T made = change.get();
            changed.signalAll();
            return made;
        });
        relay.deliverAll();
        ask(() -> {
            advance();
            return true;
        });
        return result;
    }

    long nextToken() {
        return ++lastToken;
    }

    long lastToken() {
        return lastToken;
    }

    ManualTerm begin() {
        ManualTerm begun = new ManualTerm(this, self, nextToken(), now());
        term = begun;
        if (prepare.acquireHook() == null) {
            announce(begun);
        }
        return begun;
    }

    private void announce(ManualTerm begun) {
        begun.announce();
        lastChange = new ElectionEvent.Acquired(name(), now(), begun.token(), Reason.ELECTED, "elected");
        relay.put(lastChange);
    }

    /** Ends the term in the order of production: not leader, work cancelled, listeners told. */
    void end(ManualTerm ended, Reason reason, String cause, boolean inGoodOrder) {
        term = null;
        ended.end();
        toLose = prepare.loseHook() == null ? null : ended;
        if (job != null && job.term() == ended) {
            job.cancel();
        }
        calls.stream().filter(call -> call.term() == ended).forEach(ManualCall::interrupt);
        ElectionEvent event = endOf(ended, reason, cause, inGoodOrder);
        lastChange = ended.isAnnounced() ? event : lastChange;
        relay.put(event);
    }

    private ElectionEvent endOf(ManualTerm ended, Reason reason, String cause, boolean inGoodOrder) {
        if (!ended.isAnnounced()) {
            return new ElectionEvent.Warning(
                    name(), now(), reason, "a term ended before it was announced: " + cause, null);
        }
        return inGoodOrder
                ? new ElectionEvent.Resigned(name(), now(), ended.token(), reason, cause)
                : new ElectionEvent.Lost(name(), now(), ended.token(), reason, cause);
    }

    void tell(ElectionEvent event) {
        relay.put(event);
    }

    Subscription subscribe(ElectionListener listener, ElectionEvent present) {
        return relay.add(listener, present);
    }

    void give(Work newWork) {
        if (work != null) {
            throw new IllegalStateException(
                    "election '" + name() + "' has work already: one candidate does one work per election");
        }
        work = newWork;
    }

    /** Gives the term up, unless it is over or asked to end already. */
    void resign(ManualTerm resigned) {
        change(() -> {
            if (term == resigned && !resigned.isEnding()) {
                end(resigned, Reason.RESIGNED, "resigned", true);
            }
        });
    }

    // ---- what callers run

    <X extends Exception> boolean runIfLeader(LeaderTask<X> task) throws X {
        ManualCall call = enter();
        if (call == null) {
            return false;
        }
        try {
            task.run(call.term());
        } finally {
            leave(call);
        }
        return true;
    }

    private @Nullable ManualCall enter() {
        lock.lock();
        try {
            ManualTerm current = announced();
            if (current == null || current.isEnding()) {
                return null;
            }
            ManualCall call = new ManualCall(current);
            calls.add(call);
            return call;
        } finally {
            lock.unlock();
        }
    }

    private void leave(ManualCall call) {
        change(() -> {
            calls.remove(call);
            call.end();
            ManualTerm current = term;
            if (current == call.term() && current != null && current.endingFor() != null && isWoundDown()) {
                end(current, Reason.RESIGNED, current.endingFor(), true);
            }
        });
    }

    // ---- what runs

    /** Starts what is due, one thing at a time: a lose hook, an acquire hook, the work. */
    private void advance() {
        ManualTerm current = term;
        if (job != null) {
            return;
        }
        if (toLose != null) {
            start(ManualJob.Kind.LOSE_HOOK, requireNonNull(prepare.loseHook(), "hook")::run, toLose);
            toLose = null;
        } else if (current != null && !current.isAnnounced()) {
            start(ManualJob.Kind.ACQUIRE_HOOK, requireNonNull(prepare.acquireHook(), "hook")::run, current);
        } else if (current != null && work != null && current.awaitsWork()) {
            start(ManualJob.Kind.WORK, work, current);
        }
    }

    private void start(ManualJob.Kind kind, Work body, ManualTerm forTerm) {
        lastProgress = elapsed;
        pausedUntil = null;
        job = new ManualJob(kind, body, forTerm, this::jobEnded);
        job.start();
    }

    /** What failed ends its term; work that returned keeps it, and an acquire hook that returned has it announced. */
    private void jobEnded(ManualJob ended, @Nullable Throwable thrown) {
        change(() -> {
            job = null;
            ManualTerm current = term;
            String failed = ended.kind() + " failed: " + thrown;
            if (thrown != null && !ended.isCancelled()) {
                relay.put(new ElectionEvent.Warning(name(), now(), Reason.WORK_FAILED, failed, thrown));
            }
            if (current != ended.term() || current == null) {
                return;
            }
            if (current.endingFor() != null) {
                if (isWoundDown()) {
                    end(current, Reason.RESIGNED, current.endingFor(), true);
                }
            } else if (thrown != null) {
                end(current, Reason.WORK_FAILED, failed, true);
            } else if (ended.kind() == ManualJob.Kind.ACQUIRE_HOOK) {
                announce(current);
            } else {
                current.workReturned();
            }
        });
    }

    // ---- time

    void progress() {
        lock.lock();
        try {
            lastProgress = elapsed;
        } finally {
            lock.unlock();
        }
    }

    /** Moves the time ahead: pauses that are over end, and work that made no progress for too long is stopped. */
    void elapse(Duration length) {
        if (length.isNegative()) {
            throw new IllegalArgumentException("time does not go back by " + length);
        }
        change(() -> {
            elapsed = elapsed.plus(length);
            Duration stallAfter = prepare.stallAfter();
            ManualTerm current = term;
            if (stallAfter != null
                    && current != null
                    && job != null
                    && elapsed.minus(lastProgress).compareTo(stallAfter) >= 0) {
                String silence = String.format(Locale.ROOT, "%.1f s", stallAfter.toMillis() / 1000.0);
                end(current, Reason.NO_PROGRESS, "no progress for " + silence, true);
            }
        });
    }

    boolean pause(ManualTerm ofTerm, Duration length) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            Duration until = elapsed.plus(length);
            boolean isJob = Thread.currentThread() == job;
            pausedUntil = isJob ? until : pausedUntil;
            changed.signalAll();
            while (!ofTerm.isEnding() && elapsed.compareTo(until) < 0) {
                changed.await();
            }
            return !ofTerm.isEnding();
        } finally {
            lock.unlock();
        }
    }

    // ---- waiting

    /** Tells whether nothing runs any more, nor is to run for a term that has ended. */
    boolean isWoundDown() {
        return job == null && toLose == null && calls.isEmpty();
    }

    /** Tells whether whatever runs waits for time to pass. */
    boolean isSettled() {
        ManualTerm current = term;
        boolean isDue = current != null && work != null && current.awaitsWork();
        boolean pauses =
                pausedUntil != null && current != null && !current.isEnding() && elapsed.compareTo(pausedUntil) < 0;
        return job == null ? toLose == null && !isDue : pauses;
    }

    /** Waits for the work or a hook of a term that has ended, and says so if it does not end; never for oneself. */
    void awaitWoundDown() {
        if (!isOwnJob() && !await(this::isWoundDown, PATIENCE)) {
            String overstayed = "the cancelled work has not stopped: its lease is left to run out, and it may go on"
                    + " beside the next leader";
            change(() -> relay.put(new ElectionEvent.Warning(name(), now(), Reason.OVERDUE, overstayed, null)));
        }
    }

    /** Waits for code of the test's own. */
    void require(BooleanSupplier state, String otherwise) {
        if (!await(state, PATIENCE)) {
            throw new IllegalStateException(otherwise + " within " + PATIENCE.toSeconds() + " s");
        }
    }

    private boolean isOwnJob() {
        Thread current = Thread.currentThread();
        return (current instanceof ManualJob own && own.term().isOf(this))
                || ask(() -> calls.stream().anyMatch(call -> call.isOf(current)));
    }

    private boolean await(BooleanSupplier state, Duration limit) {
        try {
            return awaitInterruptibly(state, limit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while waiting for election '" + name() + "'", e);
        }
    }

    boolean awaitInterruptibly(BooleanSupplier state, Duration limit) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            long left = TimeUnit.NANOSECONDS.convert(limit);
            while (!state.getAsBoolean() && left > 0) {
                advance();
                left = changed.awaitNanos(left);
            }
            return state.getAsBoolean();
        } finally {
            lock.unlock();
        }
    }
}
