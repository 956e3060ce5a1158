package dev.tenure.simulator.time;

import dev.tenure.spi.TimeSource;

/**
 * The monotonic clock and the wall clock of one machine. Each has its own rate, and neither shows the true time.
 *
 * <p>Rates are whole millionths and readings whole nanoseconds. So the true time of a future reading can be computed
 * exactly, and no timer fires early.
 */
public final class SimClock implements TimeSource {
    private static final long MILLION = 1_000_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Longer than any run, and small enough to be multiplied without overflow. */
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
    private long restartedNanos = -1;

    /** Starts both clocks now, with the given readings. */
    public SimClock(VirtualTime time, Rates rates, long nanos, long wallMillis) {
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
     * @param tellsSleep whether the platform reports how long the machine slept
     */
    public record Rates(long millionths, long wallMillionths, boolean tellsSleep) {}

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

    /** Converts a duration on this clock to true time, rounded up. */
    public long trueLength(long nanos) {
        return -Math.floorDiv(-nanos * MILLION, millionths);
    }

    /** Returns the rate of the monotonic clock in millionths of the true time. */
    public long millionths() {
        return millionths;
    }

    public boolean isStopped() {
        return stopped;
    }

    /** Stops the monotonic clock while the wall clock continues, as when a machine sleeps. */
    public void stop() {
        rebase();
        stopped = true;
    }

    /** Restarts the monotonic clock. */
    public void go() {
        rebase();
        stopped = false;
        restartedNanos = time.now();
    }

    /** Returns the true time at which the monotonic clock was last restarted, or -1. */
    public long restartedNanos() {
        return restartedNanos;
    }

    /** Moves the wall clock forwards or backwards. */
    public void stepWall(long stepNanos) {
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
