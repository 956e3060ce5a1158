package dev.tenure.spi;

/**
 * The clocks of a process: Tenure reads time through this only.
 *
 * <p>Implementations are thread-safe and allocate nothing.
 */
public interface TimeSource {
    /** Returns nanoseconds of a monotonic clock with an arbitrary origin; compare two readings by subtraction only. */
    long nanos();

    /** Returns milliseconds since 1970 by the wall clock, which may be wrong and may step either way. */
    long wallMillis();

    /**
     * Returns for how long the machine has slept in all, in nanoseconds of which only differences count: the time by
     * which the monotonic clock stood still. Always the same where the platform does not tell; then only the wall clock
     * shows a sleep.
     */
    default long sleptNanos() {
        return 0;
    }

    /** Returns the clocks of this process. */
    static TimeSource system() {
        return SystemTime.CLOCKS;
    }
}
