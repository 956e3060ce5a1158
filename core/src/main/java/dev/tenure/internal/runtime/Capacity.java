package dev.tenure.internal.runtime;

import dev.tenure.Timing;
import dev.tenure.internal.protocol.ClockReading;
import java.util.Locale;

/**
 * How many leases a candidate can keep, by how long its calls take: how many one call may carry so that it is answered
 * in good time, and how many can be renewed twice within a ttl. Thread-safe.
 */
public final class Capacity {
    private static final double WEIGHT_OF_NEWS = 0.1;

    /** Nothing is concluded before so many calls: the first ones also connect, and load classes. */
    static final int FEWEST_CALLS = 50;

    /** A call that takes less than this part of the time it has may carry more, one that takes more of it less. */
    private static final int QUICK_PART = 16;

    private static final int SLOW_PART = 4;

    private final int parallelCalls;
    private final int mostPerCall;
    private final Object lock = new Object();
    private int perCall;
    private int calls;
    private double nanosPerCall;

    /** Makes the capacity of so many calls at once, each with a few leases at first and so many at most. */
    Capacity(int parallelCalls, int firstPerCall, int mostPerCall) {
        this.parallelCalls = parallelCalls;
        this.perCall = firstPerCall;
        this.mostPerCall = mostPerCall;
    }

    /** Returns how many leases one call may carry now. */
    int perCall() {
        synchronized (lock) {
            return perCall;
        }
    }

    /**
     * Takes in how long a call took that carried so many leases, of the time it had. Only one that carried about as many
     * as it may tells whether that was too many, or whether it may carry more.
     */
    void measured(int leases, long nanos, long budgetNanos) {
        synchronized (lock) {
            calls++;
            nanosPerCall = calls == 2 ? nanos : nanosPerCall + WEIGHT_OF_NEWS * (nanos - nanosPerCall);
            if (leases > perCall / 2 && nanos > budgetNanos / SLOW_PART) {
                perCall = Math.max(1, perCall / 2);
            } else if (leases > perCall / 2 && nanos < budgetNanos / QUICK_PART) {
                perCall = Math.min(mostPerCall, perCall * 2);
            }
        }
    }

    /** Returns how many leases can be renewed twice within a ttl, as far as is known. */
    public int leases(Timing timing) {
        synchronized (lock) {
            if (calls < FEWEST_CALLS) {
                return Integer.MAX_VALUE;
            }
            double callsInTime = Math.floor(timing.ttl().toNanos() / 2.0 * parallelCalls / nanosPerCall);
            return (int) Math.min(Integer.MAX_VALUE, callsInTime * perCall);
        }
    }

    /**
     * Refuses to keep so many leases if they could not be renewed in time.
     *
     * @throws IllegalStateException with the measured latency and a remedy
     */
    public void require(int leases, Timing timing) {
        if (leases > leases(timing)) {
            throw new IllegalStateException(leases + " elections could not be renewed twice within a ttl of "
                    + ClockReading.seconds(timing.ttl()) + ": " + latency()
                    + "; raise ttl, or share the elections out among more candidates");
        }
    }

    /** Returns in words how long calls take. */
    public String latency() {
        synchronized (lock) {
            String renews = perCall == 1 ? "a call" : "a call that renews up to " + perCall;
            return renews + String.format(Locale.ROOT, " takes %.1f ms", nanosPerCall / 1e6);
        }
    }
}
