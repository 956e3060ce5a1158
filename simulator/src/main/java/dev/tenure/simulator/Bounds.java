package dev.tenure.simulator;

import java.util.List;

/**
 * By when somebody must lead: the bounds that the design states, in one place.
 *
 * <p>Candidates count on their own clocks, so every bound is stretched to the slowest clock, and every wait the engine
 * spreads by a tenth of an interval may take that much longer. The largest ttl, interval and call timeout count, since
 * any of the candidates may be the one that is left.
 */
final class Bounds {
    private final boolean storeClock;
    private final long slowestMillionths;
    private long ttl;
    private long interval;
    private long callTimeout;
    private long ending;

    Bounds(Scenario scenario, List<Instance> candidates) {
        this.storeClock = scenario.storeClock();
        this.slowestMillionths = 1_000_000 - scenario.driftMillionths();
        this.ttl = scenario.ttls().longest();
        for (Instance candidate : candidates) {
            ttl = Math.max(ttl, candidate.timing().ttl().toNanos());
            interval = Math.max(interval, candidate.timing().interval().toNanos());
            callTimeout = Math.max(callTimeout, candidate.timing().callTimeout().toNanos());
            ending = Math.max(ending, candidate.closeWithin().toNanos());
        }
    }

    /** From a crash to the next leader, in fine weather. */
    long afterCrash() {
        return stretched((storeClock ? ttl + interval / 2 : ttl / 10 * 11 + interval) + jitter() + callTimeout);
    }

    /**
     * From the end of all trouble to the next leader: a call under way, the longest back-off, then as after a crash.
     */
    long afterOutage() {
        return stretched(callTimeout + ttl / 2 + ttl / 10 * 11 + interval + jitter() + callTimeout);
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
