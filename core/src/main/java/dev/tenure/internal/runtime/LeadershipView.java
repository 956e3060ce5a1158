package dev.tenure.internal.runtime;

import dev.tenure.ElectionEvent;
import dev.tenure.Reason;
import dev.tenure.Role;
import dev.tenure.Status;
import dev.tenure.Term;
import dev.tenure.internal.protocol.ClockReading;
import dev.tenure.internal.protocol.Snapshot;
import dev.tenure.internal.protocol.Trust;
import dev.tenure.spi.Lease;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where a campaign publishes its state for everybody else: the one place that other threads read. Thread-safe.
 *
 * <p>Every answer compares the published deadline with the clocks at the moment of asking. There is no flag that a
 * paused process could forget to clear.
 */
public final class LeadershipView {
    private static final long TOGETHER_NANOS = 1_000_000;

    private final String election;
    private final Role roleWithoutTerm;
    private final TimeSource time;
    private final PauseClock pauseClock;
    private final Resignation resignation;
    private final Object changes = new Object();
    private volatile Snapshot snapshot = Snapshot.empty(false);
    private volatile boolean over;
    private volatile long progressNanos;
    private volatile boolean pausing;
    private volatile @Nullable ElectionEvent lastChange;
    private volatile @Nullable ElectionBaton baton;

    /** Asks a campaign to give up the term with the given token. */
    @FunctionalInterface
    public interface Resignation {
        void ask(long token, Reason reason, String cause);
    }

    /** Makes the view of one campaign, without work that pauses. */
    public LeadershipView(String election, TimeSource time, Resignation resignation) {
        this(election, Role.FOLLOWER, time, PauseClock.REAL, resignation);
    }

    /**
     * Makes the view of one campaign.
     *
     * @param roleWithoutTerm what the candidate is while it does not lead
     * @param pauseClock the clock by which its work pauses
     */
    public LeadershipView(
            String election, Role roleWithoutTerm, TimeSource time, PauseClock pauseClock, Resignation resignation) {
        this.election = election;
        this.roleWithoutTerm = roleWithoutTerm;
        this.time = time;
        this.pauseClock = pauseClock;
        this.resignation = resignation;
        this.progressNanos = time.nanos();
    }

    /** Says how the terms shown here reach the baton of their election. */
    public void reachBatonBy(ElectionBaton access) {
        baton = access;
    }

    /** Returns how the terms shown here reach the baton of their election. */
    ElectionBaton baton() {
        ElectionBaton access = baton;
        if (access == null) {
            throw new UnsupportedOperationException("nothing keeps a baton for election '" + election + "'");
        }
        return access;
    }

    /** Returns the time by this machine's wall clock. */
    Instant now() {
        return Instant.ofEpochMilli(time.wallMillis());
    }

    /** Replaces what others see, and wakes the waiting threads. Nothing comes after a finished campaign. */
    public void publish(Snapshot next) {
        synchronized (changes) {
            over = over || next.finished();
            replace(next);
        }
    }

    /** Shows no leader from now on, whatever the campaign still does. */
    public void close() {
        synchronized (changes) {
            replace(Snapshot.empty(true));
        }
    }

    private void replace(Snapshot next) {
        if (!snapshot.finished()) {
            snapshot = next;
        }
        changes.notifyAll();
    }

    /** Takes in why this candidate last began or ceased to lead. */
    void changedBy(ElectionEvent event) {
        lastChange = event;
    }

    /** Tells whether the campaign itself has ended, and its work with it. The election may be closed long before. */
    public boolean isOver() {
        return over;
    }

    /** Tells whether the lease is ours at this very moment: one volatile read, three clock reads, no allocation. */
    public boolean isLeader() {
        Snapshot now = currentSnapshot();
        return now != null && now.announced();
    }

    /** Returns the current term, or empty. */
    public Optional<Term> term() {
        Snapshot now = currentSnapshot();
        Lease lease = now == null || !now.announced() ? null : now.lease();
        return lease == null ? Optional.empty() : Optional.of(new LiveTerm(this, lease));
    }

    boolean isCurrent(long token) {
        Snapshot now = currentSnapshot();
        return now != null && holds(now, token);
    }

    /** Tells whether this candidate leads by the term with this token, and nobody has asked it to end. */
    boolean leadsOn(long token) {
        Snapshot now = currentSnapshot();
        return now != null && holds(now, token) && !now.ending() && now.announced();
    }

    /**
     * Returns the snapshot if its lease is ours at this moment, or null. It says no only by readings that belong
     * together: a thread that is held up between two clock reads sees a wall clock that seems ahead, and one that is
     * held up before them a deadline that has passed, though the lease was renewed. It looks at everything again then,
     * for the term may also have ended meanwhile.
     */
    @SuppressWarnings("ReferenceEquality") // whether it was replaced, be it by an equal one
    private @Nullable Snapshot currentSnapshot() {
        while (true) {
            Snapshot now = snapshot;
            long nanos = time.nanos();
            if (now.holdsAt(nanos, time.wallMillis(), time.sleptNanos())) {
                return now;
            }
            if (now == snapshot && time.nanos() - nanos < TOGETHER_NANOS) {
                return null;
            }
        }
    }

    /** Returns the lease of the term that is held and announced, current or not, or null. */
    @Nullable Lease announcedLease() {
        Snapshot now = snapshot;
        return now.announced() ? now.lease() : null;
    }

    /** Returns the token of the term that is held, announced or not, or 0. */
    public long heldToken() {
        Lease lease = snapshot.lease();
        return lease == null ? 0 : lease.token();
    }

    /** Takes in that the work makes progress: one clock read, one volatile write. */
    void progress() {
        progressNanos = time.nanos();
    }

    /** Returns when the work last made progress; work that waits in {@link #pause} makes progress all the time. */
    long progressNanos() {
        return pausing ? time.nanos() : progressNanos;
    }

    /** Gives up the term with this token, unless it is over. */
    void resign(long token, Reason reason, String cause) {
        resignation.ask(token, reason, cause);
    }

    /** Returns whether the term is neither over nor asked to end after the given time, and at once if it is. */
    boolean pause(long token, Duration length) throws InterruptedException {
        pausing = true;
        long until = pauseClock.nanos() + TimeUnit.NANOSECONDS.convert(length);
        pauseClock.pauses(until);
        try {
            await(pauseClock, until, () -> isEnding(token) ? Boolean.TRUE : null);
        } finally {
            pauseClock.goesOn();
            progress();
            pausing = false;
        }
        return !isEnding(token);
    }

    /** Returns when the lease of this term was last written, as far as the given lease or a later one shows. */
    Instant renewed(Lease lease) {
        Lease held = snapshot.lease();
        return (held != null && held.isSameTerm(lease) ? held : lease).stamp().at();
    }

    /** Tells whether the term was asked to end, or is over: by the clocks, whether or not anybody has noticed. */
    boolean isEnding(long token) {
        Snapshot now = currentSnapshot();
        return now == null || !holds(now, token) || now.ending();
    }

    Duration remaining(long token) {
        Snapshot now = currentSnapshot();
        Trust trust = now == null || !holds(now, token) ? null : now.trust();
        return trust == null ? Duration.ZERO : Duration.ofNanos(Math.max(0, trust.leftNanos(ClockReading.of(time))));
    }

    private static boolean holds(Snapshot now, long token) {
        Lease lease = now.lease();
        return lease != null && lease.token() == token;
    }

    /** Returns what is known at this moment. */
    public Status status() {
        Snapshot now = snapshot;
        ClockReading moment = ClockReading.of(time);
        boolean leads = now.announced() && now.holdsAt(moment.nanos(), moment.wallMillis(), moment.sleptNanos());
        Lease lease = leads ? now.lease() : now.leader();
        ClockReading lastSeen = now.lastSeen();
        Long next = now.nextCallNanos();
        ElectionEvent changed = lastChange;
        boolean isToldOf = changed instanceof ElectionEvent.Acquired acquired && holds(now, acquired.token());
        if (leads && !isToldOf) { // published a moment before listeners are told
            changed = null;
        }
        Reason reasonBefore = leads ? Reason.ELECTED : Reason.STANDING;
        return new StatusSnapshot(
                election,
                leads ? Role.LEADER : now.finished() ? Role.CLOSED : roleWithoutTerm,
                lease == null ? null : lease.holder(),
                lease == null ? 0 : lease.token(),
                lease == null ? null : lease.since(),
                lastSeen == null ? null : lastSeen.instant(),
                now.failures(),
                next == null ? null : moment.instant().plusNanos(next - moment.nanos()),
                changed == null ? reasonBefore : changed.reason(),
                changed == null ? "" : changed.cause());
    }

    public Optional<Term> awaitTerm(Duration timeout) throws InterruptedException {
        return Optional.ofNullable(await(timeout, () -> term().orElse(null)));
    }

    public Optional<Status> awaitDecision(Instant since, Duration timeout) throws InterruptedException {
        return Optional.ofNullable(await(timeout, () -> {
            ClockReading decided = snapshot.lastDecided();
            return decided != null && decided.instant().isAfter(since) ? status() : null;
        }));
    }

    /** Returns whether the campaign was over for good in time. */
    public boolean awaitFinish(Duration timeout) throws InterruptedException {
        return await(timeout, () -> snapshot.finished() ? Boolean.TRUE : null) != null;
    }

    /** Waits in real time, whatever clock the term is judged by. */
    private <T> @Nullable T await(Duration timeout, Supplier<@Nullable T> question) throws InterruptedException {
        long until = PauseClock.REAL.nanos() + TimeUnit.NANOSECONDS.convert(timeout);
        return await(PauseClock.REAL, until, question);
    }

    private <T> @Nullable T await(PauseClock clock, long until, Supplier<@Nullable T> question)
            throws InterruptedException {
        synchronized (changes) {
            T answer = question.get();
            for (long left = until - clock.nanos();
                    answer == null && left > 0 && !snapshot.finished();
                    left = until - clock.nanos()) {
                TimeUnit.NANOSECONDS.timedWait(changes, left);
                answer = question.get();
            }
            return answer;
        }
    }
}
