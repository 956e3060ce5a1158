package dev.tenure.internal.runtime;

import dev.tenure.Timing;
import dev.tenure.internal.protocol.ClockReading;
import java.util.Locale;

/**
 * How many leases a candidate can keep: each must be renewable twice within a ttl at the latency that is measured.
 * Thread-safe.
 */
public final class Capacity {
    private static final double WEIGHT_OF_NEWS = 0.1;

    private final int parallelCalls;
    private final int renewalsPerCall;
    private final Object lock = new Object();
    private double nanosPerCall;

    Capacity(int parallelCalls, int renewalsPerCall) {
        this.parallelCalls = parallelCalls;
        this.renewalsPerCall = renewalsPerCall;
    }

    /** Takes in how long a call took that renewed as many leases as there were. */
    void measured(long nanos) {
        synchronized (lock) {
            nanosPerCall = nanosPerCall == 0 ? nanos : nanosPerCall + WEIGHT_OF_NEWS * (nanos - nanosPerCall);
        }
    }

    private double nanosPerCall() {
        synchronized (lock) {
            return nanosPerCall;
        }
    }

    /**
     * Refuses to keep so many leases if they could not be renewed in time.
     *
     * @throws IllegalStateException with the measured latency and a remedy
     */
    public void require(int leases, Timing timing) {
        double calls = Math.ceil((double) leases / renewalsPerCall);
        double nanos = nanosPerCall();
        if (calls * nanos / parallelCalls > timing.ttl().toNanos() / 2.0) {
            throw new IllegalStateException(String.format(
                    Locale.ROOT,
                    "%d elections could not be renewed twice within a ttl of %s: a call takes %.1f ms; raise ttl,"
                            + " or share the elections out among more candidates",
                    leases,
                    ClockReading.seconds(timing.ttl()),
                    nanos / 1e6));
        }
    }
}
