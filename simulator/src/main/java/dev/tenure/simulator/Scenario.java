package dev.tenure.simulator;

import dev.tenure.Timing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a seed draws once, before the run.
 *
 * @param machines how many machines there are
 * @param clocks how wrong clocks may be
 * @param storeClock whether the store has a clock of its own
 * @param watchable whether the store pushes wake-ups
 * @param ttls the ttls that candidates use
 * @param features what candidates are given besides a lease to compete for
 * @param faults what may go wrong
 */
record Scenario(
        int machines,
        Clocks clocks,
        boolean storeClock,
        boolean watchable,
        Ttls ttls,
        Set<Feature> features,
        Set<Fault> faults) {
    private static final long SECOND = 1_000_000_000L;

    /**
     * How wrong clocks may be.
     *
     * @param driftMillionths how far the rate of a clock may be off
     * @param wallIsRight whether wall clocks, and the store's, show the true time
     * @param tellSleep whether machines tell how long they slept
     */
    record Clocks(int driftMillionths, boolean wallIsRight, boolean tellSleep) {}

    /**
     * The ttls of a run.
     *
     * @param nanos the usual ttl
     * @param mixed whether each start of a candidate draws its own, between half and twice as long
     */
    record Ttls(long nanos, boolean mixed) {
        long longest() {
            return mixed ? nanos * 2 : nanos;
        }

        /** The extremes often: whoever waits for a short one must not forget a long one. */
        private long drawn(Draw draw) {
            return draw.chance(50) ? draw.oneOf(List.of(nanos / 2, nanos * 2)) : draw.between(nanos / 2, nanos * 2);
        }
    }

    static Scenario drawn(Draw draw, Options options) {
        Set<Feature> features = features(draw);
        Set<Fault> faults = EnumSet.noneOf(Fault.class);
        for (Fault fault : Fault.values()) {
            if (draw.chance(60) && fault.isPossibleWith(features)) {
                faults.add(fault);
            }
        }
        boolean wallIsRight = draw.chance(30);
        if (wallIsRight) {
            faults.remove(Fault.WALL_STEP);
            faults.remove(Fault.STORE_STEP);
        }
        boolean tellSleep = draw.chance(70);
        if (faults.contains(Fault.SLEEP) && !tellSleep) {
            // A wall clock that is set back while its machine sleeps hides the sleep, if nothing else tells of it.
            faults.remove(Fault.WALL_STEP);
        }
        return new Scenario(
                options.nodes() > 0 ? options.nodes() : 2 + draw.below(4),
                new Clocks(options.driftMillionths(), wallIsRight, tellSleep),
                draw.chance(45),
                draw.chance(40),
                new Ttls((1 + draw.below(draw.chance(50) ? 5 : 30)) * SECOND, draw.chance(35)),
                features,
                faults);
    }

    /** A plain lease in one run of four, so that what is found there is not hidden by the rest. */
    private static Set<Feature> features(Draw draw) {
        Set<Feature> features = EnumSet.noneOf(Feature.class);
        if (draw.chance(75)) {
            for (Feature feature : Feature.values()) {
                if (draw.chance(45)) {
                    features.add(feature);
                }
            }
        }
        return features;
    }

    /** Draws what the machines are for. Two at least are fit to lead, so that leadership can move. */
    List<Part> parts(Draw draw) {
        List<Part> parts = new ArrayList<>(Collections.nCopies(machines, Part.FIT));
        int spare = machines - 2;
        if (spare > 0 && has(Feature.UNFIT)) {
            spare--;
            parts.set(draw.below(machines), draw.chance(50) ? Part.UNABLE : Part.FAILING);
        }
        int place = draw.below(machines);
        if (spare > 0 && has(Feature.OBSERVERS) && parts.get(place) == Part.FIT) {
            parts.set(place, Part.OBSERVER);
        }
        return parts;
    }

    boolean has(Feature feature) {
        return features.contains(feature);
    }

    boolean has(Fault fault) {
        return faults.contains(fault);
    }

    /**
     * Draws the timing of one start of a candidate: the least margin more often than not, and everything else freely.
     */
    Timing timing(Draw draw) {
        long ttl = Math.max(ttls.mixed() ? ttls.drawn(draw) : ttls.nanos(), SECOND);
        long margin = ttl / 10 + SECOND / 10;
        if (draw.chance(25)) {
            margin += draw.between(0, ttl / 10);
        }
        long stopWithin = draw.chance(50) ? 0 : draw.between(0, ttl / 5);
        long left = ttl - margin - stopWithin;
        long interval = draw.between(left / 6, left / 2);
        long callTimeout = draw.between(left / 8, left - interval);
        return new Timing(
                Duration.ofNanos(ttl),
                Duration.ofNanos(interval),
                Duration.ofNanos(margin),
                Duration.ofNanos(callTimeout),
                Duration.ofNanos(stopWithin));
    }

    /**
     * Draws the rates of a machine's clocks: the extremes often, since that is where two of them are furthest apart.
     *
     * @param judges whether others are judged by this clock, as by a store's: then it is more often fast than slow
     */
    SimClock.Rates rates(Draw draw, boolean judges) {
        int most = clocks.driftMillionths();
        int off = switch (draw.below(3)) {
            case 0 -> judges ? most : -most;
            case 1 -> draw.chance(50) ? most : -most;
            default -> (int) draw.between(-most, most);
        };
        // One oscillator drives both clocks of a machine; time servers slew the wall clock by 500 millionths at most.
        long wallOff = Math.max(-most, Math.min(most, off + draw.between(-500, 500)));
        long wall = clocks.wallIsRight() ? 1_000_000 : 1_000_000 + wallOff;
        return new SimClock.Rates(1_000_000 + off, wall, clocks.tellSleep());
    }
}
