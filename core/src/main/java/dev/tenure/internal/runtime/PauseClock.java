package dev.tenure.internal.runtime;

import dev.tenure.spi.TimeSource;

/** The clock by which pauses of work are counted. Thread-safe. */
public interface PauseClock {
    /** Counts pauses in real time. */
    PauseClock REAL = () -> TimeSource.system().nanos();

    /** Returns nanoseconds of a monotonic clock; compare two readings by subtraction only. */
    long nanos();

    /** Takes in that the calling thread pauses until the given reading, or until its term ends. */
    default void pauses(long untilNanos) {}

    /** Takes in that the calling thread pauses no longer. */
    default void goesOn() {}
}
