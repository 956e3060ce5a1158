package dev.tenure.internal;

import dev.tenure.Timing;
import java.time.Duration;
import java.util.Locale;

/**
 * How many leases a candidate can keep: each must be renewable twice within a ttl at the latency that is measured.
 * Thread-safe.
 */
final class Capacity {
    private static final double WEIGHT_OF_NEWS = 0.1;

    private final int parallelCalls;
    private double nanosPerRenewal;

    Capacity(int parallelCalls) {
        this.parallelCalls = parallelCalls;
    }

    /** Takes in how long a call took that renewed so many leases. */
    synchronized void measured(long nanos, int renewals) {
        double each = (double) nanos / renewals;
        nanosPerRenewal = nanosPerRenewal == 0 ? each : nanosPerRenewal + WEIGHT_OF_NEWS * (each - nanosPerRenewal);
    }

    /**
     * Refuses to keep so many leases if they could not be renewed in time.
     *
     * @throws IllegalStateException with the measured latency and a remedy
     */
    synchronized void require(int leases, Timing timing) {
        double needed = leases * nanosPerRenewal / parallelCalls;
        if (needed > timing.ttl().toNanos() / 2.0) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT,
                    "%d elections could not be renewed twice within a ttl of %s: a renewal takes %.1f ms; raise ttl,"
                            + " or share the elections out among more candidates",
                    leases,
                    Failures.seconds(timing.ttl()),
                    Duration.ofNanos((long) nanosPerRenewal).toNanos() / 1e6));
        }
    }
}
