package dev.tenure.internal.protocol;

import dev.tenure.spi.Capability;
import java.util.Random;

/** When to do things: intervals, back-off, and jitter on all of them so that candidates do not march in step (R9). */
final class CallPacing {
    /** Odd and large, so that instances whose ids differ little are far apart all the same. */
    private static final long SPREADING = 0x9E3779B97F4A7C15L;

    /** Enough to keep followers who hear of a release together from looking together; more would only cost time. */
    private static final long MOST_WAKE_UP_SPREAD_NANOS = 5_000_000;

    private final CampaignSetup setup;
    private final Random random;

    CallPacing(CampaignSetup setup, Random random) {
        this.setup = setup;
        this.random = random;
    }

    /**
     * Returns when a leader renews a lease written by a call sent at the given moment. On a store that renews many at
     * once, all those of one candidate fall due together, once an interval; on others they are spread.
     */
    long renewalAfter(ClockReading sent) {
        long interval = interval();
        long due = sent.nanos() + interval;
        return setup.has(Capability.BATCH)
                ? due - Math.floorMod(due - phase(interval), interval)
                : due - upTo(interval / 10);
    }

    /** Returns where in an interval this candidate renews, the same in all its elections. */
    private long phase(long interval) {
        return Math.floorMod(setup.self().instance().hashCode() * SPREADING, interval);
    }

    /** Returns when a follower that has just looked looks again. */
    long nextLook(ClockReading now) {
        return now.nanos() + interval() - upTo(interval() / 10);
    }

    /** Returns a claim's moment a little after it became possible, so that followers do not all claim at once. */
    long spread(long claimableAtNanos) {
        return claimableAtNanos + upTo(interval() / 10);
    }

    /** Returns when a wake-up is followed: at once by the first in order, and no more than twenty times an interval. */
    long wakeUp(ClockReading now, boolean first, long lastWakeUpNanos) {
        long spread = first ? 0 : Math.min(interval() / 100, MOST_WAKE_UP_SPREAD_NANOS);
        return ClockReading.later(now.nanos() + upTo(spread), lastWakeUpNanos + interval() / 20);
    }

    /** Returns when to call again that which cannot wait for the next interval, but must not be a storm. */
    long soon(ClockReading now) {
        return now.nanos() + interval() / 20;
    }

    /** Returns when to claim again at the earliest after a claim was refused: at once would be a race without end. */
    long afterRefusal(ClockReading now) {
        return now.nanos() + interval() / 50 + upTo(interval() / 50);
    }

    /** Returns when a follower tries again after so many failures: from a sixteenth of an interval up to half a ttl. */
    long afterFailures(int failures, ClockReading now) {
        return backOff(failures, setup.timing().ttl().toNanos() / 2, now);
    }

    /** Returns when a leader tries again after so many failures; those that failed in one batch do so together. */
    long renewalAfterFailures(int failures, ClockReading now) {
        long interval = interval();
        long due = backOff(failures, interval / 2, now);
        return setup.has(Capability.BATCH) ? due + Math.floorMod(phase(interval) - due, interval / 16) : due;
    }

    private long backOff(int failures, long most, ClockReading now) {
        long delay = Math.min(most, (interval() / 16) << Math.min(Math.max(failures - 1, 0), 16));
        return now.nanos() + delay / 2 + upTo(delay / 2);
    }

    private long interval() {
        return setup.timing().interval().toNanos();
    }

    private long upTo(long nanos) {
        return (long) (random.nextDouble() * nanos);
    }
}
