package dev.tenure.internal.protocol;

import dev.tenure.Timing;
import java.time.Duration;

/**
 * How far this process may rely on a lease: a deadline, not a flag (R1, R2).
 *
 * <p>It is counted from before the store was called, never from its answer: a slow answer must shorten leadership. All
 * clocks are kept, because the monotonic one stands still while a machine is suspended.
 *
 * @param start the clocks when the attempt that earned this trust was sent
 * @param leapNanos how far time may run ahead of the monotonic clock before the machine counts as suspended
 * @param stopNanos how long work that is told to stop when this trust ends has left to do so
 */
public record Trust(ClockReading start, long untilNanos, long leapNanos, long stopNanos) {

    /**
     * Returns the trust earned by an attempt, sent at the given moment with the given timing, that stored a lease of
     * the given ttl: never more than by the ttl it asked for, whatever the record says by now.
     */
    public static Trust earned(ClockReading start, Duration storedTtl, Timing timing) {
        Duration ttl = storedTtl.compareTo(timing.ttl()) < 0 ? storedTtl : timing.ttl();
        Duration trusted = ttl.minus(timing.margin()).minus(timing.stopWithin());
        long stop = timeToStop(timing).toNanos();
        return new Trust(start, start.plus(trusted), timing.margin().toNanos() / 2, stop);
    }

    /**
     * Returns how long cancelled work has to stop: what it states, or what the margin has beyond the tenth of a ttl
     * that pays for clocks of different speed, so that it ends before the lease can be another's by the fastest clock.
     */
    public static Duration timeToStop(Timing timing) {
        return timing.stopWithin().isZero() ? timing.margin().minus(timing.ttl().dividedBy(10)) : timing.stopWithin();
    }

    /**
     * Returns what may be relied on while it is not known whether a later attempt took effect: no longer than either
     * allows, and work must have stopped by when the first of their leases can be another's. Sleep before the later
     * attempt was sent counts against this trust alone.
     */
    Trust noMoreThan(Trust later) {
        ClockReading sent = later.start;
        long slept = aheadNanos(sent.nanos(), sent.wallMillis(), sent.sleptNanos());
        Trust rest = new Trust(sent, untilNanos - slept, leapNanos - slept, stopNanos);
        if (rest.isWithin(later)) {
            return this;
        }
        if (later.isWithin(rest)) {
            return later;
        }
        long until = ClockReading.earlier(rest.untilNanos, later.untilNanos);
        long stop = ClockReading.earlier(rest.stoppedNanos(), later.stoppedNanos()) - until;
        return new Trust(sent, until, Math.min(rest.leapNanos, later.leapNanos), stop);
    }

    private boolean isWithin(Trust other) {
        return untilNanos - other.untilNanos <= 0
                && stoppedNanos() - other.stoppedNanos() <= 0
                && leapNanos <= other.leapNanos;
    }

    private long stoppedNanos() {
        return untilNanos + stopNanos;
    }

    /** Tells whether trust holds at the given readings. Allocates nothing. */
    public boolean holds(long nanos, long wallMillis, long sleptNanos) {
        long ahead = aheadNanos(nanos, wallMillis, sleptNanos);
        return ahead <= leapNanos && untilNanos - nanos - ahead > 0;
    }

    public long leftNanos(ClockReading now) {
        return untilNanos - now.nanos() - aheadNanos(now.nanos(), now.wallMillis(), now.sleptNanos());
    }

    /** Returns the monotonic reading at which trust ends, provided that all clocks run alike after the given moment. */
    long endsNanos(ClockReading now) {
        return now.nanos() + leftNanos(now);
    }

    public boolean holdsAt(ClockReading now) {
        return holds(now.nanos(), now.wallMillis(), now.sleptNanos());
    }

    /** Tells whether time ran ahead of the monotonic clock: the machine slept, or its wall clock was stepped. */
    boolean leapt(ClockReading now) {
        return aheadNanos(now.nanos(), now.wallMillis(), now.sleptNanos()) > leapNanos;
    }

    /** Returns how long the machine slept, as the platform tells or the wall clock, if not set back, shows. */
    private long aheadNanos(long nanos, long wallMillis, long sleptNanos) {
        long wallAhead = (wallMillis - start.wallMillis()) * 1_000_000 - (nanos - start.nanos());
        return Math.max(0, Math.max(wallAhead, sleptNanos - start.sleptNanos()));
    }
}
