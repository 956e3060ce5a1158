package dev.tenure.chaos;

/**
 * The host's monotonic clock, read in a process whose own monotonic clock may run at another rate.
 *
 * @param millionths the rate of this process's clock in millionths of the host's
 */
record NodeClock(long millionths) {
    static final String RATE = "TENURE_CHAOS_RATE";
    static final long TRUE_RATE = 1_000_000;

    /** Returns the clock for the rate that this process was started with. */
    static NodeClock ofThisProcess() {
        String rate = System.getenv(RATE);
        return new NodeClock(rate == null ? TRUE_RATE : Long.parseLong(rate));
    }

    /** Returns the time by the host's clock, in nanoseconds. */
    long nanos() {
        long own = System.nanoTime();
        long whole = own / millionths * TRUE_RATE;
        return whole + own % millionths * TRUE_RATE / millionths;
    }
}
