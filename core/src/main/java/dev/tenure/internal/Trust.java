package dev.tenure.internal;

import dev.tenure.Timing;
import java.time.Duration;

/**
 * How far this process may rely on a lease: a deadline, not a flag (R1, R2).
 *
 * <p>It is counted from before the store was called, never from its answer: a slow answer must shorten leadership. The
 * wall clock is kept beside it because the monotonic one stands still while a machine is suspended.
 *
 * @param start both clocks when the attempt that earned this trust was sent
 * @param untilNanos the monotonic reading at which trust ends
 * @param leapNanos how far the wall clock may run ahead of the monotonic one before the machine counts as suspended
 * @param stopNanos how long work that is told to stop when this trust ends has left to do so
 */
public record Trust(Moment start, long untilNanos, long leapNanos, long stopNanos) {

    /**
     * Returns the trust earned by an attempt that stored a lease of the given ttl: never more than by the ttl it asked
     * for, whatever the record says by now.
     *
     * @param start when it was sent
     * @param timing the timing it was sent with, which may have been replaced since
     */
    static Trust earned(Moment start, Duration storedTtl, Timing timing) {
        Duration ttl = storedTtl.compareTo(timing.ttl()) < 0 ? storedTtl : timing.ttl();
        Duration trusted = ttl.minus(timing.margin()).minus(timing.stopWithin());
        long stop = Jobs.timeToStop(timing).toNanos();
        return new Trust(start, start.plus(trusted), timing.margin().toNanos() / 2, stop);
    }

    /**
     * Returns what may be relied on while it is not known which of two attempts took effect: no longer than the shorter
     * of both, and work must have stopped by when the first of their leases can be another's.
     */
    Trust noMoreThan(Trust other) {
        boolean endsSooner = other.untilNanos - untilNanos < 0;
        boolean stopsSooner = other.stoppedNanos() - stoppedNanos() < 0;
        if (endsSooner == stopsSooner) {
            return endsSooner ? other : this;
        }
        long until = Moment.earlier(untilNanos, other.untilNanos);
        long stopped = Moment.earlier(stoppedNanos(), other.stoppedNanos());
        return new Trust(start, until, Math.min(leapNanos, other.leapNanos), stopped - until);
    }

    private long stoppedNanos() {
        return untilNanos + stopNanos;
    }

    /** Tells whether trust holds at the given readings. Allocates nothing. */
    public boolean holds(long nanos, long wallMillis) {
        return leftNanos(nanos, wallMillis) > 0 && !leapt(nanos, wallMillis);
    }

    /**
     * Returns how much of this trust is left, by whichever clock went further: a machine that slept for less than the
     * leap has still been away for as long as it slept.
     */
    long leftNanos(long nanos, long wallMillis) {
        return untilNanos - nanos - Math.max(0, aheadNanos(nanos, wallMillis));
    }

    /**
     * Returns the monotonic reading at which trust ends, provided that both clocks run alike after the given moment.
     */
    long endsNanos(Moment now) {
        return now.nanos() + leftNanos(now.nanos(), now.wallMillis());
    }

    /** Tells whether trust holds at the given moment. */
    boolean holdsAt(Moment now) {
        return holds(now.nanos(), now.wallMillis());
    }

    /** Tells whether the wall clock ran ahead of the monotonic one: the machine slept, or its clock was stepped. */
    boolean leapt(long nanos, long wallMillis) {
        return aheadNanos(nanos, wallMillis) > leapNanos;
    }

    private long aheadNanos(long nanos, long wallMillis) {
        return (wallMillis - start.wallMillis()) * 1_000_000 - (nanos - start.nanos());
    }
}
