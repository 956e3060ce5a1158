package dev.tenure.simulator.scenario;

import dev.tenure.simulator.time.SeededRandom;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The peer channel of a run, over which followers ask their leader.
 *
 * @param carriesRoster whether rosters ride on it, as with a store that keeps none
 * @param carriesRequests whether requests ride on it, as with a store that passes none on
 * @param readStoreEvery how often followers read the store at least, or null if they need not
 * @param faults the kinds of its faults
 */
public record PeerChannelSetup(
        boolean carriesRoster,
        boolean carriesRequests,
        @Nullable Duration readStoreEvery,
        Set<Fault> faults) {

    /** The kinds of faults of a channel. The store may be reachable meanwhile, or not. */
    public enum Fault {
        /** Questions and answers are lost, or their connections are reset. */
        LOSS,
        /** Questions and answers take long, and overtake each other. */
        SLOWNESS,
        /** Questions arrive twice. */
        REPEAT,
        /** Some machines cannot reach the others. */
        CUT,
        /** The channel of a process is disabled for a while. */
        DISABLE,
        /** A candidate states no address, or that of another machine. */
        ADDRESS
    }

    static PeerChannelSetup draw(SeededRandom random, Scenario scenario) {
        Set<Fault> faults = EnumSet.noneOf(Fault.class);
        for (Fault fault : Fault.values()) {
            if (random.chance(50)) {
                faults.add(fault);
            }
        }
        long ttl = scenario.ttls().nanos();
        return new PeerChannelSetup(
                random.chance(50),
                random.chance(50),
                random.chance(15) ? Duration.ofNanos(random.between(ttl / 2, 5 * ttl)) : null,
                faults);
    }

    public boolean has(Fault fault) {
        return faults.contains(fault);
    }
}
