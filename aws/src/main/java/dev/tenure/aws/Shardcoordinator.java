package dev.tenure.aws;

import dev.tenure.spi.Lease;
import dev.tenure.spi.TakeoverDelay;
import java.time.Duration;

/**
 * The settings of a fleet of shardcoordinator that shares a table or zone with Tenure. Its records do not show them:
 * give what its nodes are configured with, or the largest of each if they differ.
 *
 * @param leaseDuration its {@code LeaseDuration}
 * @param renewPeriod its {@code RenewPeriod}: a node of it may notice that much later that it leads no more
 * @param clockSkew how far the clocks of its nodes may be off
 */
public record Shardcoordinator(Duration leaseDuration, Duration renewPeriod, Duration clockSkew) {
    /**
     * The takeover delay after a release: a node stops leading before it releases, but its last action may still run.
     */
    private static final Duration AFTER_RELEASE = Duration.ofSeconds(1);

    public Shardcoordinator {
        if (leaseDuration.compareTo(Duration.ofSeconds(1)) < 0 || leaseDuration.compareTo(Lease.MAX_TTL) > 0) {
            throw new IllegalArgumentException("the lease duration of shardcoordinator is " + leaseDuration
                    + ": it must be between 1 s and a day");
        }
        if (renewPeriod.isNegative() || renewPeriod.isZero() || renewPeriod.compareTo(leaseDuration) >= 0) {
            throw new IllegalArgumentException("the renew period of shardcoordinator is " + renewPeriod
                    + ": it must be longer than zero and shorter than its lease duration, " + leaseDuration);
        }
        if (clockSkew.isNegative()) {
            throw new IllegalArgumentException("the clock skew " + clockSkew + " is negative: use zero for none");
        }
    }

    /** Returns a fleet with these settings, and clocks that are off by two seconds at most. */
    public static Shardcoordinator of(Duration leaseDuration, Duration renewPeriod) {
        return new Shardcoordinator(leaseDuration, renewPeriod, Duration.ofSeconds(2));
    }

    /** Returns a fleet with the settings its documentation calls balanced: 15 s and 5 s. */
    public static Shardcoordinator balanced() {
        return of(Duration.ofSeconds(15), Duration.ofSeconds(5));
    }

    /** Returns the takeover delay that candidates need beside such a fleet. */
    public TakeoverDelay takeoverDelay() {
        return new TakeoverDelay(renewPeriod.plus(clockSkew), AFTER_RELEASE);
    }
}
