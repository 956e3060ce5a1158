package dev.tenure.simulator.scenario;

import dev.tenure.simulator.time.SeededRandom;
import dev.tenure.spi.TakeoverDelay;
import java.util.EnumSet;
import java.util.Set;

/**
 * The kind of store of a run. It is drawn by itself, so that all else that a seed determines is the same on every kind.
 */
public enum StoreKind {
    /** One record that every candidate reaches, with or without a clock. */
    SINGLE,
    /** A master with replicas that lag behind, one of which may be made the master. */
    REPLICATED,
    /** A group chooses which candidate may claim. */
    CHOOSING;

    /** On healthy replicated servers: three polls of a majority, the script, and a wait for a replica. */
    private static final int MOST_STEPS = 3 * 3 + 1 + 3;

    /** Where a group chooses: two looks, the take-over and the record. */
    private static final int STEPS_OF_CLAIM = 4;

    private static final long SALT = 0x5DEECE66DL;

    /** Draws the kind of store for a seed. */
    public static StoreKind draw(long seed) {
        SeededRandom random = new SeededRandom(seed ^ SALT);
        int drawn = random.below(100);
        return drawn < 12 ? REPLICATED : drawn < 24 ? CHOOSING : SINGLE;
    }

    /** Returns after how long a group gives up a silent member: half a ttl, one, or one and a half. */
    public long sessionNanos(Scenario scenario) {
        return scenario.ttls().nanos() * (1 + scenario.machines() % 3) / 2;
    }

    /** Returns how many steps a call takes at most without faults, in place of one. */
    public int stepsPerCall() {
        return switch (this) {
            case SINGLE -> 1;
            case REPLICATED -> MOST_STEPS;
            case CHOOSING -> STEPS_OF_CLAIM;
        };
    }

    /**
     * Returns the scenario as it is possible on such a store. A record is lost by a promotion, not without any reason;
     * candidates of a replicated store have one ttl, as its page asks for.
     */
    public Scenario appliedTo(Scenario drawn) {
        if (this == SINGLE) {
            return drawn;
        }
        Set<FaultKind> faults = EnumSet.noneOf(FaultKind.class);
        faults.addAll(drawn.faults());
        faults.remove(FaultKind.RECORD);
        faults.remove(FaultKind.STORE_STEP);
        boolean replicated = this == REPLICATED;
        Set<Feature> features = EnumSet.noneOf(Feature.class);
        features.addAll(drawn.features());
        if (this == CHOOSING) {
            features.remove(Feature.BATCH); // each election has a topic of its own
        }
        return new Scenario(
                drawn.machines(),
                drawn.clocks(),
                replicated,
                !replicated || drawn.watchable(),
                replicated ? new Scenario.Ttls(drawn.ttls().nanos(), false) : drawn.ttls(),
                TakeoverDelay.NONE,
                drawn.sideElections(),
                features,
                faults);
    }
}
