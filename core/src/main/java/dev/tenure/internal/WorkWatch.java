package dev.tenure.internal;

import dev.tenure.Timing;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a campaign knows of its work: whether there is any, whether it runs, and by when it must have stopped (R5). */
final class WorkWatch {
    private final Timing timing;
    private State state = State.IDLE;
    private boolean given;
    private long killAtNanos;

    private enum State {
        IDLE,
        RUNNING,
        CANCELLED,
        OVERSTAYING
    }

    WorkWatch(Timing timing) {
        this.timing = timing;
    }

    void given() {
        given = true;
    }

    /** Tells whether there is work that a current term should start. */
    boolean isDue() {
        return given && state == State.IDLE;
    }

    /** Tells whether no work runs, not even work of an earlier term that was told to stop. */
    boolean isIdle() {
        return state == State.IDLE;
    }

    /** Tells whether work runs that was not told to stop. */
    boolean isRunning() {
        return state == State.RUNNING;
    }

    void started() {
        state = State.RUNNING;
    }

    /** Work is cancelled; it has its time to stop from the given moment on, until which the lease is surely ours. */
    void cancelled(long trustedUntilNanos) {
        state = State.CANCELLED;
        killAtNanos = trustedUntilNanos + timeToStop(timing).toNanos();
    }

    /**
     * Returns how long cancelled work has to stop. If it states no time, it gets what the margin has beyond the tenth
     * of a ttl that pays for clocks of different speed: it ends before the lease can be another's, even by the fastest
     * clock that may judge it.
     */
    static Duration timeToStop(Timing timing) {
        return timing.stopWithin().isZero() ? timing.margin().minus(timing.ttl().dividedBy(10)) : timing.stopWithin();
    }

    /** Takes in that the work has really ended. Returns true if nobody had told it to. */
    boolean ended() {
        boolean byItself = state == State.RUNNING;
        state = State.IDLE;
        return byItself;
    }

    /** Tells, once, that cancelled work has not stopped in the time it has. */
    boolean overstays(Moment now) {
        if (state != State.CANCELLED || !now.reached(killAtNanos)) {
            return false;
        }
        state = State.OVERSTAYING;
        return true;
    }

    /** Returns the earlier of the given reading and the one at which cancelled work must have stopped. */
    @Nullable Long wakeAtNanos(@Nullable Long otherwise) {
        if (state != State.CANCELLED) {
            return otherwise;
        }
        return otherwise == null ? (Long) killAtNanos : (Long) Moment.earlier(otherwise, killAtNanos);
    }
}
