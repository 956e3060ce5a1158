package dev.tenure.simulator;

import dev.tenure.Timing;
import dev.tenure.internal.protocol.Effect.Start.Kind;
import dev.tenure.spi.Sighting;
import java.util.List;

/**
 * By when somebody must lead: the bounds that the design states, in one place.
 *
 * <p>Candidates count on their own clocks, so every bound is stretched to the slowest clock, and every wait the engine
 * spreads by a tenth of an interval may take that much longer. The largest ttl, interval and call timeout count, since
 * any of the candidates may be the one that is left.
 */
final class Bounds {
    private static final int WAYS = 8;
    private static final int MOST_DOUBLINGS = 6;

    private final boolean storeClock;
    private final boolean watchable;
    private final long slowestMillionths;
    private long ttl;
    private long interval;
    private long callTimeout;
    private long shortestCall = Long.MAX_VALUE;
    private final boolean ordered;
    private boolean failing;
    private long ending;
    private long hook;
    private long afterwards;

    /** Takes in who is there, and whose lease the record shows. */
    Bounds(Scenario scenario, List<Instance> candidates, Sighting shown) {
        this.storeClock = scenario.storeClock();
        this.watchable = scenario.watchable();
        this.ordered = scenario.has(Feature.ROSTER);
        this.slowestMillionths = 1_000_000L - scenario.clocks().driftMillionths();
        this.ttl = shown instanceof Sighting.Held held ? held.lease().ttl().toNanos() : 0;
        for (Instance candidate : candidates) {
            ttl = Math.max(ttl, candidate.timing().ttl().toNanos());
            interval = Math.max(interval, candidate.timing().interval().toNanos());
            shortestCall =
                    Math.min(shortestCall, candidate.timing().callTimeout().toNanos());
            callTimeout = Math.max(callTimeout, candidate.timing().callTimeout().toNanos());
            ending = Math.max(ending, candidate.closeWithin().toNanos());
            add(candidate.stance(), candidate.timing());
        }
    }

    private void add(Stance stance, Timing timing) {
        if (stance.options().acquireHook()) {
            hook = Math.max(
                    hook, Habits.quickest(Kind.ACQUIRE_HOOK, timing.ttl().toNanos(), stance));
        }
        if (!stance.afterwards().isZero()) {
            afterwards = Math.max(afterwards, 2 * Habits.quickest(Kind.LOSE_HOOK, 0, stance));
        }
        failing |= stance.part() == Part.FAILING;
    }

    /** From a crash to the next leader, in fine weather. */
    long afterCrash() {
        return stretched((storeClock ? ttl + interval / 2 : ttl / 10 * 11 + interval) + jitter() + callTimeout)
                + untilAnnounced();
    }

    /** What order, hooks and hopeless candidates add until somebody leads who stays. */
    private long untilAnnounced() {
        return order() + stretched(hook) + (failing ? 2 * afterFailure() : 0);
    }

    /** Order and preference delay a claim by half a ttl at most, in all (R9). */
    private long order() {
        return ordered ? stretched(ttl / 2) : 0;
    }

    /** From a claim of a candidate that always fails to that of another one: hook, failure, release and next look. */
    private long afterFailure() {
        return stretched(2 * (ttl / 8) + hook + afterwards + interval + jitter() + callTimeout)
                + order()
                + WAYS * Weather.QUICK_NANOS;
    }

    /** From when a leader is found to be gone, in fine weather, to one that stays: a better one may fail in between. */
    long afterTerm() {
        return stretched(afterwards) + reserved() + afterRelease();
    }

    /** A reservation is waited out like a lease. */
    private long reserved() {
        return ordered ? stretched(interval / 10 * 11) : 0;
    }

    /**
     * From when all are able and known to when the best one leads: it must have been seen for a while, which doubles
     * with each hand-over; then the leader ends its term, and leaves it to the better one.
     */
    long untilBestLeads(int handOvers) {
        return stretched(4 * interval + 2 * callTimeout + (ttl << Math.min(handOvers, MOST_DOUBLINGS)))
                + forEnding()
                + afterTerm();
    }

    /**
     * From the end of all trouble to when nobody acts any more on what reached the store just before: a request, or the
     * last beat of one that is dead by now.
     */
    long untilNewsIsOld(long longestTtl) {
        return stretched(2 * interval + 2 * callTimeout + longestTtl / 6);
    }

    /** From a request to when its term has ended: the leader hears of it with its next beat. */
    long afterRequest() {
        return stretched(2 * interval + 2 * callTimeout) + forEnding();
    }

    /** From when the leader was cut off to the next one: a last renewal may be under way. */
    long afterCut() {
        return afterCrash() + stretched(callTimeout);
    }

    /** Returns the shortest time that anybody gives a call. */
    long shortestCall() {
        return shortestCall;
    }

    /**
     * From the end of all trouble to the next leader: a call under way, the longest back-off, then as after a crash.
     * The record may have vanished, so that any ttl that was ever seen may be the one that is waited out.
     */
    long afterOutage(long longestTtl) {
        return backOff()
                + stretched(longestTtl / 10 * 11 + interval + jitter() + callTimeout + afterwards)
                + reserved()
                + untilAnnounced();
    }

    /**
     * From the end of an outage to the first call that succeeds: one more may be under way, and the longest back-off.
     */
    long backOff() {
        return stretched(callTimeout + ttl / 2);
    }

    /** From a claim whose answer was lost to the term it began: the first back-off, a look, and two ways each. */
    long afterLostAnswer() {
        return stretched(interval / 16 + hook) + WAYS * Weather.QUICK_NANOS + (failing ? 2 * afterFailure() : 0);
    }

    /** From a release to the next leader: the next look, or a push where the store has one. */
    long afterRelease() {
        return stretched((watchable ? interval / 20 + interval / 100 : interval) + jitter())
                + WAYS * Weather.QUICK_NANOS
                + untilAnnounced();
    }

    /** What is to be added if somebody was just asked to end its term in good order. */
    long forEnding() {
        return stretched(ending);
    }

    private long jitter() {
        return interval / 10;
    }

    private long stretched(long ownNanos) {
        return ownNanos / slowestMillionths * 1_000_000 + 1_000_000;
    }
}
