package dev.tenure.aws;

import dev.tenure.spi.Lease;
import java.time.Duration;

/**
 * The end that a lock of shardcoordinator states, as a second since 1970.
 *
 * @param second the stated end
 */
public record LockExpiry(long second) {
    private static final long SECOND = 1_000;
    private static final int MOST_LEASES = 10;
    private static final long LAST_SECOND = 253_402_300_799L; // the end of the year 9999

    /** Tells whether the number can be a date. */
    public boolean isDate() {
        return second >= 0 && second <= LAST_SECOND;
    }

    /** Returns the time from now to the stated end; zero if that has passed or is no date. */
    public Duration remaining(ServiceClock clock) {
        return isDate() ? longer(Duration.ZERO, left(clock)) : Duration.ZERO;
    }

    private Duration left(ServiceClock clock) {
        return Duration.ofMillis(second * SECOND - clock.atLeastMillis());
    }

    /**
     * Returns how long to wait for a lock of this fleet: the time that is left, but at least the fleet's lease duration
     * and at most ten times that, so that a wrong date blocks no election for good. Only for a date.
     */
    public Duration waitFor(Shardcoordinator fleet, ServiceClock clock) {
        Duration least = fleet.leaseDuration();
        return longer(least, shorter(left(clock), shorter(least.multipliedBy(MOST_LEASES), Lease.MAX_TTL)));
    }

    /** Returns the shorter of two durations. */
    public static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /** Returns the longer of two durations. */
    public static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
