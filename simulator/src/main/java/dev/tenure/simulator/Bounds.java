package dev.tenure.simulator;

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

    private final boolean storeClock;
    private final boolean watchable;
    private final long slowestMillionths;
    private long ttl;
    private long interval;
    private long callTimeout;
    private long shortestCall = Long.MAX_VALUE;
    private long ending;

    /** Takes in who is there, and whose lease the record shows. */
    Bounds(Scenario scenario, List<Instance> candidates, Sighting shown) {
        this.storeClock = scenario.storeClock();
        this.watchable = scenario.watchable();
        this.slowestMillionths = 1_000_000L - scenario.clocks().driftMillionths();
        this.ttl = shown instanceof Sighting.Held held ? held.lease().ttl().toNanos() : 0;
        for (Instance candidate : candidates) {
            ttl = Math.max(ttl, candidate.timing().ttl().toNanos());
            interval = Math.max(interval, candidate.timing().interval().toNanos());
            shortestCall =
                    Math.min(shortestCall, candidate.timing().callTimeout().toNanos());
            callTimeout = Math.max(callTimeout, candidate.timing().callTimeout().toNanos());
            ending = Math.max(ending, candidate.closeWithin().toNanos());
        }
    }

    /** From a crash to the next leader, in fine weather. */
    long afterCrash() {
        return stretched((storeClock ? ttl + interval / 2 : ttl / 10 * 11 + interval) + jitter() + callTimeout);
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
        return backOff() + stretched(longestTtl / 10 * 11 + interval + jitter() + callTimeout);
    }

    /**
     * From the end of an outage to the first call that succeeds: one more may be under way, and the longest back-off.
     */
    long backOff() {
        return stretched(callTimeout + ttl / 2);
    }

    /** From a claim whose answer was lost to the term it began: the first back-off, a look, and two ways each. */
    long afterLostAnswer() {
        return stretched(interval / 16) + WAYS * Weather.QUICK_NANOS;
    }

    /** From a release to the next leader: the next look, or a push where the store has one. */
    long afterRelease() {
        return stretched((watchable ? interval / 20 + interval / 100 : interval) + jitter())
                + WAYS * Weather.QUICK_NANOS;
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
