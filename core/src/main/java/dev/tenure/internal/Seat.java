package dev.tenure.internal;

import dev.tenure.Identity;
import dev.tenure.Role;
import dev.tenure.Status;
import dev.tenure.Term;
import dev.tenure.spi.Lease;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a campaign publishes its state for everybody else: the one place that other threads read. Thread-safe.
 *
 * <p>Every answer compares the published deadline with the clocks at the moment of asking. There is no flag that a
 * paused process could forget to clear.
 */
public final class Seat {
    private final String election;
    private final Identity self;
    private final TimeSource time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition published = lock.newCondition();
    private volatile Snapshot snapshot = Snapshot.empty(false);
    private volatile boolean over;

    public Seat(String election, Identity self, TimeSource time) {
        this.election = election;
        this.self = self;
        this.time = time;
    }

    /** Replaces what others see, and wakes whoever waits for it. Nothing comes after a finished campaign. */
    void publish(Snapshot next) {
        lock.lock();
        try {
            over = over || next.finished();
            replace(next);
        } finally {
            lock.unlock();
        }
    }

    /** Takes the seat away for good, whatever the campaign still does. */
    void close() {
        lock.lock();
        try {
            replace(Snapshot.empty(true));
        } finally {
            lock.unlock();
        }
    }

    private void replace(Snapshot next) {
        if (!snapshot.finished()) {
            snapshot = next;
        }
        published.signalAll();
    }

    /** Tells whether the campaign itself has ended, and its work with it. A seat may be closed long before. */
    boolean isOver() {
        return over;
    }

    /** Tells whether the lease is ours at this very moment: one volatile read, two clock reads, no allocation. */
    public boolean isLeader() {
        return snapshot.leadsAt(time.nanos(), time.wallMillis());
    }

    /** Returns the current term, or empty. */
    public Optional<Term> term() {
        Snapshot now = snapshot;
        Lease lease = now.lease();
        return lease != null && now.leadsAt(time.nanos(), time.wallMillis())
                ? Optional.of(new SeatedTerm(this, lease))
                : Optional.empty();
    }

    /** Returns the term just published, current or not. */
    Term requireTerm() {
        Lease lease = snapshot.lease();
        if (lease == null) {
            throw new IllegalStateException("no term was published");
        }
        return new SeatedTerm(this, lease);
    }

    boolean isCurrent(long token) {
        Snapshot now = snapshot;
        return holds(now, token) && now.leadsAt(time.nanos(), time.wallMillis());
    }

    boolean isEnding(long token) {
        Snapshot now = snapshot;
        return !holds(now, token) || now.ending();
    }

    Duration remaining(long token) {
        Snapshot now = snapshot;
        Trust trust = now.trust();
        long nanos = time.nanos();
        long wallMillis = time.wallMillis();
        if (trust == null || !holds(now, token) || !trust.holds(nanos, wallMillis)) {
            return Duration.ZERO;
        }
        return Duration.ofNanos(trust.leftNanos(nanos, wallMillis));
    }

    private static boolean holds(Snapshot now, long token) {
        Lease lease = now.lease();
        return lease != null && lease.token() == token;
    }

    /** Returns what is known at this moment. */
    public Status status() {
        Snapshot now = snapshot;
        Moment moment = Moment.of(time);
        boolean leads = now.leadsAt(moment.nanos(), moment.wallMillis());
        Lease lease = leads ? now.lease() : now.leader();
        Moment lastSeen = now.lastSeen();
        Long next = now.nextCallNanos();
        return new Status(
                election,
                leads ? Role.LEADER : now.finished() ? Role.CLOSED : Role.FOLLOWER,
                lease == null ? null : leads ? self : lease.holder(),
                lease == null ? 0 : lease.token(),
                lease == null ? null : lease.since(),
                lastSeen == null ? null : lastSeen.instant(),
                now.failures(),
                next == null ? null : moment.instant().plusNanos(next - moment.nanos()));
    }

    Optional<Term> awaitTerm(Duration timeout) throws InterruptedException {
        return Optional.ofNullable(await(timeout, () -> term().orElse(null)));
    }

    Optional<Status> awaitDecision(Instant since, Duration timeout) throws InterruptedException {
        return Optional.ofNullable(await(timeout, () -> {
            Moment decided = snapshot.lastDecided();
            return decided != null && decided.instant().isAfter(since) ? status() : null;
        }));
    }

    /** Returns whether the campaign was over for good in time. */
    boolean awaitFinish(Duration timeout) throws InterruptedException {
        return await(timeout, () -> snapshot.finished() ? Boolean.TRUE : null) != null;
    }

    private <T> @Nullable T await(Duration timeout, Supplier<@Nullable T> question) throws InterruptedException {
        long left = TimeUnit.NANOSECONDS.convert(timeout);
        lock.lockInterruptibly();
        try {
            T answer = question.get();
            while (answer == null && left > 0 && !snapshot.finished()) {
                left = published.awaitNanos(left);
                answer = question.get();
            }
            return answer;
        } finally {
            lock.unlock();
        }
    }
}
