package dev.tenure.internal.protocol;

import dev.tenure.Timing;
import dev.tenure.spi.Lease;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a campaign knows of the code that runs for its terms, one piece at a time: the acquire hook, the work, the lose
 * hook; and by when each must have stopped (R5).
 */
public final class TermJobs {
    private final CampaignSetup setup;
    private State state = State.IDLE;
    private Effect.Start.Kind kind = Effect.Start.Kind.WORK;
    private boolean given;
    private boolean callersInside;
    private long number;
    private long limitNanos;
    private long progressNanos;

    private enum State {
        IDLE,
        RUNNING,
        CANCELLED,
        OVERSTAYING
    }

    TermJobs(CampaignSetup setup) {
        this.setup = setup;
    }

    void given() {
        given = true;
    }

    /** Tells whether there is work that a current term should start. */
    boolean isWorkDue() {
        return given && state == State.IDLE;
    }

    /** Tells whether nothing runs, not even what an earlier term started and told to stop. */
    boolean isIdle() {
        return state == State.IDLE;
    }

    /** Takes in whether callers run code of their own under the current term. */
    void callersInside(boolean inside) {
        callersInside = inside;
    }

    /** Tells whether a term that is asked to end has to wait: for what runs, or for callers. */
    boolean isBusy() {
        return isRunning() || callersInside;
    }

    /** Tells whether something runs that was not told to stop. */
    boolean isRunning() {
        return state == State.RUNNING;
    }

    /** Tells whether the given outcome is that of what runs now; what was left behind counts no more. */
    boolean isCurrent(Input.JobEnded ended) {
        return state != State.IDLE && ended.number() == number;
    }

    Effect.Start.Kind kind() {
        return kind;
    }

    Effect start(Effect.Start.Kind newKind, Lease lease, ClockReading now) {
        state = State.RUNNING;
        kind = newKind;
        number++;
        progressNanos = now.nanos();
        limitNanos = now.plus(setup.patience());
        return new Effect.Start(newKind, lease, number);
    }

    /** What runs is cancelled; trust in its term ended, or will end, at the given moment, and gives it time to stop. */
    void cancelled(Trust trust, long trustedUntilNanos) {
        state = State.CANCELLED;
        limitNanos = trustedUntilNanos + trust.stopNanos();
    }

    /**
     * Returns how long cancelled work has to stop. If it states no time, it gets what the margin has beyond the tenth
     * of a ttl that pays for clocks of different speed: it ends before the lease can be another's, even by the fastest
     * clock that may judge it.
     */
    public static Duration timeToStop(Timing timing) {
        return timing.stopWithin().isZero() ? timing.margin().minus(timing.ttl().dividedBy(10)) : timing.stopWithin();
    }

    /** Takes in that what ran has really ended. Returns true if nobody had told it to. */
    boolean ended() {
        boolean byItself = isRunning();
        state = State.IDLE;
        return byItself;
    }

    /** Takes in when the work last said that it makes progress. */
    void progressed(long atNanos) {
        if (atNanos - progressNanos > 0) {
            progressNanos = atNanos;
        }
    }

    /** Tells whether work, or an acquire hook, that must make progress has made none for too long. */
    boolean isStalled(ClockReading now) {
        Duration stallAfter = setup.options().stallAfter();
        return stallAfter != null
                && state == State.RUNNING
                && kind != Effect.Start.Kind.LOSE_HOOK
                && now.reached(progressNanos + stallAfter.toNanos());
    }

    /** Tells, once, that what was cancelled has not stopped in the time it has. */
    boolean overstays(ClockReading now) {
        if (state != State.CANCELLED || !now.reached(limitNanos)) {
            return false;
        }
        state = State.OVERSTAYING;
        return true;
    }

    /** Gives up waiting for a lose hook that takes too long; it goes on by itself, and nobody waits for it any more. */
    boolean leavesLoseHookBehind(ClockReading now) {
        if (state != State.RUNNING || kind != Effect.Start.Kind.LOSE_HOOK || !now.reached(limitNanos)) {
            return false;
        }
        state = State.IDLE;
        return true;
    }

    /** Returns the earlier of the given reading and the one at which something here falls due. */
    @Nullable Long wakeAtNanos(@Nullable Long otherwise) {
        Duration stallAfter = setup.options().stallAfter();
        if (state == State.CANCELLED || (state == State.RUNNING && kind == Effect.Start.Kind.LOSE_HOOK)) {
            return ClockReading.earliest(otherwise, limitNanos);
        }
        return state == State.RUNNING && stallAfter != null
                ? ClockReading.earliest(otherwise, progressNanos + stallAfter.toNanos())
                : otherwise;
    }
}
