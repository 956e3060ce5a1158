package dev.tenure.simulator;

import dev.tenure.spi.TimeSource;

/**
 * The clocks of one machine: each runs at a rate of its own, and neither knows the true time.
 *
 * <p>Rates are whole millionths and readings whole nanoseconds, so that "when will this clock show that" has one exact
 * answer, and no timer ever fires early.
 */
final class SimClock implements TimeSource {
    private static final long MILLION = 1_000_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Longer than any run, and short enough to be multiplied. */
    private static final long NEVER_NANOS = 8_000_000_000_000L;

    private final VirtualTime time;
    private final long millionths;
    private final long wallMillionths;
    private final boolean tellsSleep;
    private long nanosThen;
    private long trueThen;
    private long wallNanosThen;
    private long sleptThen;
    private boolean stopped;

    /** Starts both clocks now, with the given readings. */
    SimClock(VirtualTime time, Rates rates, long nanos, long wallMillis) {
        this.time = time;
        this.millionths = rates.millionths();
        this.wallMillionths = rates.wallMillionths();
        this.tellsSleep = rates.tellsSleep();
        this.nanosThen = nanos;
        this.trueThen = time.now();
        this.wallNanosThen = wallMillis * NANOS_PER_MILLI;
    }

    /**
     * How fast the clocks run, in millionths of the true time.
     *
     * @param millionths of the monotonic clock
     * @param wallMillionths of the wall clock
     * @param tellsSleep whether the platform tells how long the machine slept
     */
    record Rates(long millionths, long wallMillionths, boolean tellsSleep) {}

    @Override
    public long nanos() {
        return stopped ? nanosThen : nanosThen + (time.now() - trueThen) * millionths / MILLION;
    }

    @Override
    public long wallMillis() {
        return Math.floorDiv(wallNanos(), NANOS_PER_MILLI);
    }

    @Override
    public long sleptNanos() {
        return tellsSleep ? slept() : 0;
    }

    private long slept() {
        return stopped ? sleptThen + (time.now() - trueThen) * millionths / MILLION : sleptThen;
    }

    private long wallNanos() {
        return wallNanosThen + (time.now() - trueThen) * wallMillionths / MILLION;
    }

    /** Tells whether the monotonic clock has reached the given reading. */
    boolean reached(long atNanos) {
        return nanos() - atNanos >= 0;
    }

    /** Returns the first true time at which a running monotonic clock shows the given reading or more. */
    long trueTimeAt(long atNanos) {
        long ahead = Math.min(Math.max(0, atNanos - nanosThen), NEVER_NANOS);
        return Math.max(time.now(), trueThen + trueLength(ahead));
    }

    /** Returns how long the given time on this clock truly takes. */
    long trueLength(long nanos) {
        return -Math.floorDiv(-nanos * MILLION, millionths);
    }

    boolean isStopped() {
        return stopped;
    }

    /** Lets the monotonic clock stand still while the wall clock goes on: the machine sleeps. */
    void stop() {
        rebase();
        stopped = true;
    }

    /** Lets the monotonic clock go on. */
    void go() {
        rebase();
        stopped = false;
    }

    /** Moves the wall clock, either way. */
    void stepWall(long stepNanos) {
        wallNanosThen += stepNanos;
    }

    private void rebase() {
        long nanos = nanos();
        long wallNanos = wallNanos();
        sleptThen = slept();
        trueThen = time.now();
        nanosThen = nanos;
        wallNanosThen = wallNanos;
    }
}
