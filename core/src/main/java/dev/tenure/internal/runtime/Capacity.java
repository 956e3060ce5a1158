package dev.tenure.internal.runtime;

import dev.tenure.Timing;
import dev.tenure.internal.protocol.ClockReading;
import java.util.Locale;

/**
 * How many leases a candidate can keep, by how long the store takes for its calls: how many leases one call may carry
 * so that it is answered in time, and how many can be renewed once an interval. Thread-safe.
 *
 * <p>What is measured is the call alone, on the thread that makes it, and not how long it waited for that thread.
 */
public final class Capacity {
    /** A call that carries many starts with so many, until it is known how long they take. */
    private static final int FIRST_PER_CALL = 250;

    /** What was measured before counts this much beside the latest call. */
    private static final double WEIGHT_OF_PAST = 0.9;

    /** A batch is to take this part of the time that its members have, so that it may take twice as long (R3). */
    private static final int PART_OF_TIME = 4;

    private static final double PART_FOR_RENEWALS = 0.8;

    /** Calls that carry less than this part of what they may are far from full. */
    private static final int FEW = 4;

    private final int parallelCalls;
    private final int mostPerCall;
    private final Object lock = new Object();
    private double calls; // these three are sums, in which what is older counts less
    private double leases;
    private double nanos;

    /** Makes the capacity of so many calls at once, each with so many leases at most. */
    Capacity(int parallelCalls, int mostPerCall) {
        this.parallelCalls = parallelCalls;
        this.mostPerCall = mostPerCall;
    }

    /** Tells whether one call can renew many leases. */
    boolean batches() {
        return mostPerCall > 1;
    }

    /** Tells whether anything is known yet. */
    boolean isMeasured() {
        synchronized (lock) {
            return calls > 0;
        }
    }

    /** Takes in how long the store took for a call that renewed so many leases. */
    void measured(int leasesOfCall, long nanosOfCall) {
        synchronized (lock) {
            calls = calls * WEIGHT_OF_PAST + 1;
            leases = leases * WEIGHT_OF_PAST + leasesOfCall;
            nanos = nanos * WEIGHT_OF_PAST + nanosOfCall;
        }
    }

    /** Takes in that so many leases were too many for a call of that time: each takes at least its part of it. */
    void tooMany(int leasesOfCall, long nanosOfCall) {
        synchronized (lock) {
            if (calls == 0 || nanos / leases < (double) nanosOfCall / leasesOfCall) {
                calls = 1;
                leases = leasesOfCall;
                nanos = nanosOfCall;
            }
        }
    }

    /** Returns how long one lease takes, as part of a call. */
    double nanosPerLease() {
        synchronized (lock) {
            return calls == 0 ? 0 : nanos / leases;
        }
    }

    /** Returns how many leases one call may carry if they have that much time. */
    int perCall(long nanosLeft) {
        if (!isMeasured()) {
            return Math.min(mostPerCall, FIRST_PER_CALL);
        }
        double fit = nanosLeft / PART_OF_TIME / Math.max(1, nanosPerLease());
        return (int) Math.max(1, Math.min(mostPerCall, fit));
    }

    /**
     * Returns how many leases can be kept, as far as is known. Leases that are renewed one by one are spread over the
     * interval, of which some is left to other calls; those that fall due together have the first half of a call's time.
     * Calls that carry few do not tell how long more leases take: then a full call is taken to be as quick.
     */
    public int leases(Timing timing) {
        long callTimeout = timing.callTimeout().toNanos();
        double window = timing.interval().toNanos() * PART_FOR_RENEWALS;
        double time = batches() ? Math.min(window, callTimeout / 2.0) : window;
        int full = perCall(callTimeout);
        synchronized (lock) {
            double known = leases < calls * full / FEW ? calls * full : leases;
            return nanos == 0
                    ? Integer.MAX_VALUE
                    : (int) Math.min(Integer.MAX_VALUE, time * parallelCalls * known / nanos);
        }
    }

    /**
     * Refuses to keep so many leases if they could not be renewed in time.
     *
     * @throws IllegalStateException with the measured latency and a remedy
     */
    public void require(int wanted, Timing timing) {
        if (wanted > leases(timing)) {
            throw new IllegalStateException(wanted + " elections " + tooSlow(timing)
                    + "; raise ttl and interval, or share the elections out" + " among more candidates");
        }
    }

    /** Returns in words why more leases cannot be kept. */
    String tooSlow(Timing timing) {
        double each;
        synchronized (lock) {
            each = calls == 0 ? 0 : nanos / calls;
        }
        return "could not be renewed every " + ClockReading.seconds(timing.interval())
                + String.format(Locale.ROOT, ": a call takes %.1f ms", each / 1e6)
                + (batches() ? ", and may carry " + perCall(timing.callTimeout().toNanos()) : "");
    }
}
