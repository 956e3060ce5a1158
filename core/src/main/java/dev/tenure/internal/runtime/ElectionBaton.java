package dev.tenure.internal.runtime;

import dev.tenure.NotLeaderException;
import dev.tenure.StoreException;
import dev.tenure.spi.Baton;
import dev.tenure.spi.Batons;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Reads and writes the baton of one election for the terms of one candidate. Blocks the caller. Thread-safe.
 *
 * <p>What makes it safe, on every store: each write replaces exactly the baton that was read, and a term that reads a
 * baton of an earlier term writes it again under its own token before it believes it. So a write of the earlier term
 * that lands later finds another version and is refused, and what a term was told stays true. Nobody else writes under
 * the token of a term, so a lost race under the own token is an earlier write of our own that landed late.
 */
public final class ElectionBaton {
    /** Each try but the first follows a write that landed meanwhile: few can. */
    private static final int TRIES = 4;

    private final String election;
    private final LeaseStore store;
    private final LeadershipView view;
    private final TimeSource time;
    private final Supplier<Duration> callTimeout;
    private final ReentrantLock oneAtATime = new ReentrantLock();
    private long writes; // guarded by oneAtATime, as is the next
    private @Nullable Baton known;

    /**
     * Makes the access of one stand.
     *
     * @param view tells whether a term is current, and for how long
     * @param callTimeout how long one call may take
     */
    public ElectionBaton(
            String election, LeaseStore store, LeadershipView view, TimeSource time, Supplier<Duration> callTimeout) {
        this.election = election;
        this.store = store;
        this.view = view;
        this.time = time;
        this.callTimeout = callTimeout;
    }

    /** Returns what was saved last, and keeps earlier terms from changing it. */
    BatonContent read(long token) {
        Batons batons = store.batons();
        return alone(token, () -> {
            Baton found = find(batons, token);
            if (found.token() < token) {
                found = replace(batons, token, found, content -> content);
            }
            known = found;
            return BatonContent.of(election, found);
        });
    }

    /** Changes what is saved. */
    void write(long token, UnaryOperator<BatonContent> change) {
        Batons batons = store.batons();
        alone(token, () -> {
            Baton last = known;
            Baton from = last != null && last.token() == token ? last : find(batons, token);
            known = replace(batons, token, from, change);
            return Boolean.TRUE;
        });
    }

    private <T> T alone(long token, Supplier<T> calls) {
        Deadline deadline = deadline(token);
        try {
            if (!oneAtATime.tryLock(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
                throw new StoreException(
                        StoreException.Kind.UNREACHABLE,
                        "another thread has been reading or writing the baton of '" + election + "' all the time");
            }
        } catch (InterruptedException e) {
            UninterruptibleWait.passOn();
            throw new StoreException(
                    StoreException.Kind.UNREACHABLE, "interrupted before the baton of '" + election + "' was used", e);
        }
        try {
            return calls.get();
        } finally {
            oneAtATime.unlock();
        }
    }

    /** Returns by when one call must have answered, which is sent now: no call is sent once trust has ended. */
    private Deadline deadline(long token) {
        Duration left = view.remaining(token);
        if (left.isZero()) {
            throw new NotLeaderException(election, token);
        }
        Duration timeout = callTimeout.get();
        return Deadline.after(time, left.compareTo(timeout) < 0 ? left : timeout);
    }

    private Baton find(Batons batons, long token) {
        Baton found = batons.read(election, deadline(token)).orElse(Baton.none());
        if (found.token() > token) {
            throw new NotLeaderException(election, token);
        }
        return found;
    }

    private Baton replace(Batons batons, long token, Baton found, UnaryOperator<BatonContent> change) {
        Baton from = found;
        known = null;
        for (int tries = 0; tries < TRIES; tries++) {
            BatonContent content = change.apply(BatonContent.of(election, from));
            writes++;
            Baton next = new Baton(token, writes, content.bytes(), "");
            Optional<String> version = settledWrite(batons, next, from.version());
            if (version.isPresent()) {
                return next.withVersion(version.get());
            }
            from = find(batons, token);
            if (from.isSameWrite(next)) { // sent twice on the way, and the second was refused
                return from;
            }
        }
        throw new StoreException(
                StoreException.Kind.UNREACHABLE,
                "the baton of '" + election + "' changed " + TRIES + " times while it was written");
    }

    /** Writes, and looks once if the outcome is unknown: a write that is not there then may land yet. */
    private Optional<String> settledWrite(Batons batons, Baton next, String version) {
        try {
            return batons.write(election, next, version, deadline(next.token()));
        } catch (StoreException failure) {
            if (failure.kind() != StoreException.Kind.OUTCOME_UNKNOWN) {
                throw failure;
            }
            Baton found = look(batons, next.token(), failure);
            if (!found.isSameWrite(next)) {
                throw failure;
            }
            return Optional.of(found.version());
        }
    }

    private Baton look(Batons batons, long token, StoreException failure) {
        try {
            return find(batons, token);
        } catch (StoreException again) {
            failure.addSuppressed(again);
            throw failure;
        }
    }
}
