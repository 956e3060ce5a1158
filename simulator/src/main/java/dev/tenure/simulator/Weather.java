package dev.tenure.simulator;

import java.util.List;

/**
 * How the network treats calls for a while.
 *
 * @param lossPercent how many calls are lost, in one of many ways
 * @param slowPercent how many ways are slow
 * @param slowNanos how long a slow way takes at most
 */
record Weather(int lossPercent, int slowPercent, long slowNanos) {
    private static final long MILLI = 1_000_000L;

    /** How long a way takes at most that is not slow. */
    static final long QUICK_NANOS = 4 * MILLI;

    /** Returns the weather in which every call takes a few milliseconds and none is lost. */
    static Weather fine() {
        return new Weather(0, 0, 0);
    }

    static Weather drawn(Draw draw, Scenario scenario) {
        return new Weather(
                scenario.has(Fault.LOSS) ? draw.oneOf(List.of(0, 5, 20, 60)) : 0,
                scenario.has(Fault.SLOWNESS) ? draw.oneOf(List.of(0, 10, 50)) : 0,
                draw.between(QUICK_NANOS, scenario.ttls().nanos()));
    }

    /** Draws how long one way takes. */
    long way(Draw draw) {
        return draw.chance(slowPercent) ? draw.between(0, slowNanos) : draw.between(MILLI / 10, QUICK_NANOS);
    }
}
