package dev.tenure.internal.protocol;

import dev.tenure.Timing;
import java.time.Duration;

/**
 * How far this process may rely on a lease: a deadline, not a flag (R1, R2).
 *
 * <p>It is counted from before the store was called, never from its answer: a slow answer must shorten leadership. The
 * others are kept beside it because the monotonic clock stands still while a machine is suspended.
 *
 * @param start the clocks when the attempt that earned this trust was sent
 * @param untilNanos the monotonic reading at which trust ends
 * @param leapNanos how far time may run ahead of the monotonic clock before the machine counts as suspended
 * @param stopNanos how long work that is told to stop when this trust ends has left to do so
 */
public record Trust(ClockReading start, long untilNanos, long leapNanos, long stopNanos) {

    /**
     * Returns the trust earned by an attempt that stored a lease of the given ttl: never more than by the ttl it asked
     * for, whatever the record says by now.
     *
     * @param start when it was sent
     * @param timing the timing it was sent with, which may have been replaced since
     */
    public static Trust earned(ClockReading start, Duration storedTtl, Timing timing) {
        Duration ttl = storedTtl.compareTo(timing.ttl()) < 0 ? storedTtl : timing.ttl();
        Duration trusted = ttl.minus(timing.margin()).minus(timing.stopWithin());
        long stop = TermJobs.timeToStop(timing).toNanos();
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
        long until = ClockReading.earlier(untilNanos, other.untilNanos);
        long stopped = ClockReading.earlier(stoppedNanos(), other.stoppedNanos());
        return new Trust(start, until, Math.min(leapNanos, other.leapNanos), stopped - until);
    }

    private long stoppedNanos() {
        return untilNanos + stopNanos;
    }

    /** Tells whether trust holds at the given readings. Allocates nothing. */
    public boolean holds(long nanos, long wallMillis, long sleptNanos) {
        long ahead = aheadNanos(nanos, wallMillis, sleptNanos);
        return ahead <= leapNanos && untilNanos - nanos - ahead > 0;
    }

    /** Returns how much of this trust is left at the given moment. */
    public long leftNanos(ClockReading now) {
        return untilNanos - now.nanos() - aheadNanos(now);
    }

    /** Returns the monotonic reading at which trust ends, provided that all clocks run alike after the given moment. */
    long endsNanos(ClockReading now) {
        return now.nanos() + leftNanos(now);
    }

    /** Tells whether trust holds at the given moment. */
    public boolean holdsAt(ClockReading now) {
        return holds(now.nanos(), now.wallMillis(), now.sleptNanos());
    }

    /** Tells whether time ran ahead of the monotonic clock: the machine slept, or its wall clock was stepped. */
    boolean leapt(ClockReading now) {
        return aheadNanos(now) > leapNanos;
    }

    private long aheadNanos(ClockReading now) {
        return aheadNanos(now.nanos(), now.wallMillis(), now.sleptNanos());
    }

    /**
     * Returns by how much time went further than the monotonic clock says: by how long the machine slept, as the
     * platform tells or the wall clock shows. A wall clock that is set back hides a sleep, but not from the platform.
     */
    private long aheadNanos(long nanos, long wallMillis, long sleptNanos) {
        long wallAhead = (wallMillis - start.wallMillis()) * 1_000_000 - (nanos - start.nanos());
        return Math.max(0, Math.max(wallAhead, sleptNanos - start.sleptNanos()));
    }
}
