package dev.tenure.simulator.scenario;

import dev.tenure.Timing;
import dev.tenure.simulator.time.SeededRandom;
import dev.tenure.simulator.time.SimClock;
import dev.tenure.spi.TakeoverDelay;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a seed determines before its run.
 *
 * @param machines the number of machines
 * @param clocks how wrong clocks may be
 * @param storeClock whether the store judges leases by its own clock
 * @param watchable whether the store pushes wake-ups
 * @param ttls the ttls that candidates use
 * @param takeoverDelay how long a granted lease is held before its term is opened
 * @param sideElections in how many further elections each candidate stands
 * @param features the optional features
 * @param faults the kinds of faults
 */
public record Scenario(
        int machines,
        Clocks clocks,
        boolean storeClock,
        boolean watchable,
        Ttls ttls,
        TakeoverDelay takeoverDelay,
        int sideElections,
        Set<Feature> features,
        Set<FaultKind> faults) {
    private static final long SECOND = 1_000_000_000L;

    /**
     * How wrong clocks may be.
     *
     * @param driftMillionths how far the rate of a clock may be off
     * @param wallIsRight whether wall clocks, and the store's, show the true time
     * @param tellSleep whether machines report how long they slept
     */
    public record Clocks(int driftMillionths, boolean wallIsRight, boolean tellSleep) {}

    /**
     * The ttls of a run.
     *
     * @param nanos the usual ttl
     * @param mixed whether each start of a candidate draws another ttl, from half to twice as long
     */
    public record Ttls(long nanos, boolean mixed) {
        public long longest() {
            return mixed ? nanos * 2 : nanos;
        }

        /** Draws the extremes often: a candidate that waits for a short ttl must not forget a long one. */
        private long draw(SeededRandom random) {
            return random.chance(50)
                    ? random.oneOf(List.of(nanos / 2, nanos * 2))
                    : random.between(nanos / 2, nanos * 2);
        }
    }

    public static Scenario draw(SeededRandom random, RunOptions options) {
        Set<Feature> features = features(random);
        Set<FaultKind> faults = EnumSet.noneOf(FaultKind.class);
        for (FaultKind fault : FaultKind.values()) {
            if (random.chance(60) && fault.isPossibleWith(features)) {
                faults.add(fault);
            }
        }
        boolean wallIsRight = random.chance(30);
        if (wallIsRight) {
            faults.remove(FaultKind.WALL_STEP);
            faults.remove(FaultKind.STORE_STEP);
        }
        boolean tellSleep = random.chance(70);
        if (faults.contains(FaultKind.SLEEP) && !tellSleep) {
            // A wall clock that is set back while its machine sleeps hides the sleep from candidates.
            faults.remove(FaultKind.WALL_STEP);
        }
        boolean storeClock = random.chance(45);
        int sides = sideElections(random);
        if (storeClock && faults.contains(FaultKind.STORE_STEP)) {
            sides = 0; // a candidate that has just started relies on the clock, and may lead beside one in a side
            // election
        }
        if (sides > 0 && random.chance(70)) {
            features.add(Feature.BATCH);
        }
        Ttls ttls = new Ttls((1 + random.below(random.chance(50) ? 5 : 30)) * SECOND, random.chance(35));
        return new Scenario(
                options.nodes() > 0 ? options.nodes() : 2 + random.below(4),
                new Clocks(options.driftMillionths(), wallIsRight, tellSleep),
                storeClock,
                random.chance(40),
                ttls,
                random.chance(12) ? takeoverDelay(random, ttls) : TakeoverDelay.NONE,
                sides,
                features,
                faults);
    }

    private static TakeoverDelay takeoverDelay(SeededRandom random, Ttls ttls) {
        long afterExpiry = random.between(0, ttls.nanos());
        long afterRelease = random.chance(50) ? 0 : random.between(0, afterExpiry);
        return new TakeoverDelay(Duration.ofNanos(afterExpiry), Duration.ofNanos(afterRelease));
    }

    /** Draws few side elections, and now and then many, in one run of seven. They take most of its time. */
    private static int sideElections(SeededRandom random) {
        if (!random.chance(14)) {
            return 0;
        }
        return random.chance(85) ? 1 + random.below(2) : 3 + random.below(6);
    }

    /** Draws no features in one run of four, so that findings about the lease itself are easy to read. */
    private static Set<Feature> features(SeededRandom random) {
        Set<Feature> features = EnumSet.noneOf(Feature.class);
        if (random.chance(75)) {
            for (Feature feature : Feature.values()) {
                if (random.chance(45)) {
                    features.add(feature);
                }
            }
        }
        return features;
    }

    /** Draws the kind of each machine. At least two are fit to lead, so that leadership can move. */
    public List<CandidateKind> kinds(SeededRandom random) {
        List<CandidateKind> kinds = new ArrayList<>(Collections.nCopies(machines, CandidateKind.FIT));
        int spare = machines - 2;
        if (spare > 0 && has(Feature.UNFIT)) {
            spare--;
            kinds.set(random.below(machines), random.chance(50) ? CandidateKind.UNABLE : CandidateKind.FAILING);
        }
        int place = random.below(machines);
        if (spare > 0 && has(Feature.OBSERVERS) && kinds.get(place) == CandidateKind.FIT) {
            kinds.set(place, CandidateKind.OBSERVER);
        }
        return kinds;
    }

    /** Returns this scenario with one more feature. */
    Scenario with(Feature feature) {
        Set<Feature> more = EnumSet.of(feature);
        more.addAll(features);
        return new Scenario(machines, clocks, storeClock, watchable, ttls, takeoverDelay, sideElections, more, faults);
    }

    public boolean has(Feature feature) {
        return features.contains(feature);
    }

    public boolean has(FaultKind fault) {
        return faults.contains(fault);
    }

    /** Draws the timing of one start of a candidate: usually the least margin, and anything valid for the rest. */
    public Timing timing(SeededRandom random) {
        long ttl = Math.max(ttls.mixed() ? ttls.draw(random) : ttls.nanos(), SECOND);
        long margin = ttl / 10 + SECOND / 10;
        if (random.chance(25)) {
            margin += random.between(0, ttl / 10);
        }
        long stopWithin = random.chance(50) ? 0 : random.between(0, ttl / 5);
        long left = ttl - margin - stopWithin;
        long interval = random.between(left / 6, left / 2);
        long callTimeout = random.between(left / 8, left - interval);
        return Timing.of(Duration.ofNanos(ttl), Duration.ofNanos(interval))
                .withCallTimeout(Duration.ofNanos(callTimeout))
                .withMargin(Duration.ofNanos(margin))
                .withStopWithin(Duration.ofNanos(stopWithin));
    }

    /**
     * Draws the rates of a machine's clocks, often the extremes, where two clocks differ most.
     *
     * @param judges whether this is the clock of the store: then it is fast more often than slow
     */
    public SimClock.Rates rates(SeededRandom random, boolean judges) {
        int most = clocks.driftMillionths();
        int off = switch (random.below(3)) {
            case 0 -> judges ? most : -most;
            case 1 -> random.chance(50) ? most : -most;
            default -> (int) random.between(-most, most);
        };
        // One oscillator drives both clocks of a machine; time servers slew the wall clock by 500 millionths at most.
        long wallOff = Math.max(-most, Math.min(most, off + random.between(-500, 500)));
        long wall = clocks.wallIsRight() ? 1_000_000 : 1_000_000 + wallOff;
        return new SimClock.Rates(1_000_000 + off, wall, clocks.tellSleep());
    }
}
