package dev.tenure.simulator.scenario;

import dev.tenure.simulator.time.SeededRandom;
import java.util.List;

/**
 * How many calls the network loses or delays at present.
 *
 * @param lossPercent how many calls are lost, in one of several ways
 * @param slowPercent how many transfers are slow
 * @param slowNanos how long a slow transfer takes at most
 */
public record NetworkConditions(int lossPercent, int slowPercent, long slowNanos) {
    private static final long MILLI = 1_000_000L;

    /** How long a normal transfer takes at most. */
    public static final long NORMAL_NANOS = 4 * MILLI;

    /** Returns the conditions in which every call takes a few milliseconds and none is lost. */
    public static NetworkConditions healthy() {
        return new NetworkConditions(0, 0, 0);
    }

    public static NetworkConditions draw(SeededRandom random, Scenario scenario) {
        return new NetworkConditions(
                scenario.has(FaultKind.LOSS) ? random.oneOf(List.of(0, 5, 20, 60)) : 0,
                scenario.has(FaultKind.SLOWNESS) ? random.oneOf(List.of(0, 10, 50)) : 0,
                random.between(NORMAL_NANOS, scenario.ttls().nanos()));
    }

    /** Draws how long one transfer takes, in one direction. */
    public long transferNanos(SeededRandom random) {
        return random.chance(slowPercent) ? random.between(0, slowNanos) : random.between(MILLI / 10, NORMAL_NANOS);
    }
}
