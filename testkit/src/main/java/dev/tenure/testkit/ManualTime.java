package dev.tenure.testkit;

import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.time.Instant;

/**
 * Clocks that stand still until a test moves them. Thread-safe.
 *
 * <p>The monotonic clock starts just before the end of its range, so that code which compares two readings by anything
 * but subtraction is found out.
 */
public final class ManualTime implements TimeSource {
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final Duration BEFORE_THE_WRAP = Duration.ofSeconds(10);
    private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

    private long nanos;
    private long wallNanos;
    private long sleptNanos;

    /** Starts at the first moment of 2026. */
    public ManualTime() {
        this(Long.MAX_VALUE - BEFORE_THE_WRAP.toNanos(), START);
    }

    /** Starts with the given readings. */
    public ManualTime(long nanos, Instant wall) {
        this.nanos = nanos;
        this.wallNanos = Duration.between(Instant.EPOCH, wall).toNanos();
    }

    @Override
    public synchronized long nanos() {
        return nanos;
    }

    @Override
    public synchronized long wallMillis() {
        return Math.floorDiv(wallNanos, NANOS_PER_MILLI);
    }

    @Override
    public synchronized long sleptNanos() {
        return sleptNanos;
    }

    /** Returns the wall clock as an instant, in whole milliseconds. */
    public Instant wall() {
        return Instant.ofEpochMilli(wallMillis());
    }

    /**
     * Moves both clocks ahead, as time does.
     *
     * @throws IllegalArgumentException if the duration is negative: a monotonic clock never goes back
     */
    public synchronized void advance(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException(
                    "a monotonic clock cannot go back by " + duration + ": use stepWall for the wall clock");
        }
        nanos += duration.toNanos();
        wallNanos += duration.toNanos();
    }

    /**
     * Lets the machine sleep: its wall clock goes on, its monotonic clock does not.
     *
     * @throws IllegalArgumentException if the duration is negative
     */
    public synchronized void sleep(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("a machine cannot sleep for " + duration);
        }
        wallNanos += duration.toNanos();
        sleptNanos += duration.toNanos();
    }

    /** Moves the wall clock alone, either way, as a correction of the clock does. */
    public synchronized void stepWall(Duration step) {
        wallNanos += step.toNanos();
    }
}
