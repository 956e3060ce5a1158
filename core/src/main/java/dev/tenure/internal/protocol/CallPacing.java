package dev.tenure.internal.protocol;

import dev.tenure.spi.Capability;
import java.util.Random;

/** When to do things: intervals, back-off, and jitter on all of them so that candidates do not march in step (R9). */
final class CallPacing {
    /** Odd and large, so that instances whose ids differ little are far apart all the same. */
    private static final long SPREADING = 0x9E3779B97F4A7C15L;

    /** Enough to keep followers who hear of a release together from looking together; more would only cost time. */
    private static final long MOST_WAKE_UP_SPREAD_NANOS = 5_000_000;

    /** What a hand-over to the first in order takes as a rule, and how far the looks of all others are spread. */
    private static final long LEAST_WAIT_FOR_FIRST_NANOS = 50_000_000;

    private static final long MOST_LATER_SPREAD_NANOS = 150_000_000;

    /** What a renewal takes as a rule. */
    private static final long MOST_AFTER_RENEWAL_NANOS = 50_000_000;

    private final CampaignSetup setup;
    private final Random random;

    CallPacing(CampaignSetup setup, Random random) {
        this.setup = setup;
        this.random = random;
    }

    /**
     * Returns when a leader renews a lease written by a call sent at the given moment. On a store that renews many at
     * once, all those of one candidate fall due together, once an interval, or in a few slots if there are thousands;
     * on others they are spread.
     */
    long renewalAfter(ClockReading sent) {
        long interval = interval();
        long due = sent.nanos() + interval;
        return setup.has(Capability.BATCH)
                ? aligned(due, phase(interval))
                : due - upTo(interval / 10);
    }

    /** Returns where in an interval this candidate renews, the same in all its elections but for their slots. */
    private long phase(long interval) {
        return Math.floorMod(setup.self().instance().hashCode() * SPREADING, interval) + setup.slotNanos(interval);
    }

    /**
     * Returns when a follower that has just looked looks again, an interval later at most: together with the renewals
     * of this candidate on a store that does both in one call, and else spread.
     */
    long nextLook(ClockReading now) {
        long interval = interval();
        return setup.has(Capability.ROUND)
                ? aligned(now.nanos() + interval, phase(interval))
                : now.nanos() + interval - upTo(interval / 10);
    }

    /**
     * Returns when a follower that is first in order looks again: shortly after the leader renews, by when it did so
     * last. The younger a renewal is when it is first seen, the better is known when its lease ends.
     */
    long nextLookAfterRenewal(long renewedNanos, ClockReading now) {
        long interval = interval();
        return aligned(now.nanos() + interval, renewedNanos + Math.min(interval / 50, MOST_AFTER_RENEWAL_NANOS));
    }

    /** Returns the last moment up to the given one that is a number of intervals away from the other one. */
    private long aligned(long atMostNanos, long phase) {
        return atMostNanos - Math.floorMod(atMostNanos - phase, interval());
    }

    /** Returns a claim's moment a little after it became possible, so that followers do not all claim at once. */
    long spread(long claimableAtNanos) {
        return claimableAtNanos + upTo(interval() / 10);
    }

    /**
     * Returns when a wake-up is followed, no more than twenty times an interval: at once by the first in order, by
     * others when that one has most likely claimed, so that they look once and not twice, and almost at once where no
     * order is known.
     */
    long wakeUp(ClockReading now, Turn turn, long lastFollowedNanos) {
        long delay = switch (turn) {
            case FIRST -> 0;
            case LATER ->
                Math.min(interval() / 60, LEAST_WAIT_FOR_FIRST_NANOS)
                        + upTo(Math.min(interval() / 20, MOST_LATER_SPREAD_NANOS));
            case UNKNOWN -> upTo(Math.min(interval() / 100, MOST_WAKE_UP_SPREAD_NANOS));
        };
        return ClockReading.later(now.nanos() + delay, lastFollowedNanos + interval() / 20);
    }

    /** Whether a candidate is the first in order to claim what becomes free. */
    enum Turn {
        FIRST,
        LATER,
        UNKNOWN
    }

    /** Returns when to call again that which cannot wait for the next interval, but must not be a storm. */
    long soon(ClockReading now) {
        return now.nanos() + interval() / 20;
    }

    /** Returns when to claim again at the earliest after a claim that only came a moment before the lease had ended. */
    long afterEarlyClaim(ClockReading now) {
        return now.nanos() + interval() / 200;
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
