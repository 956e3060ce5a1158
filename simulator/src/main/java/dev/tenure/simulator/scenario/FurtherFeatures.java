package dev.tenure.simulator.scenario;

import dev.tenure.simulator.time.SeededRandom;
import org.jspecify.annotations.Nullable;

/**
 * What a seed draws apart from its {@link Scenario}, from a source of its own. So a run that has none of it is what it
 * was before these features were simulated.
 *
 * @param channel the peer channel, or null for none
 * @param shards for how many shards each candidate stands beside the election of the run, or 0 for none
 */
public record FurtherFeatures(@Nullable PeerChannelSetup channel, int shards) {
    private static final long SALT = 0x6675727468657221L;
    private static final int CHANNEL_PERCENT = 12;
    private static final int MOST_SHARDS_ON_CHANNEL = 3; // each costs as much as the election of the run
    private static final int SHARDS_PERCENT = 7;

    /** Returns the source of a seed's further random choices. */
    public static SeededRandom random(long seed) {
        return new SeededRandom(seed ^ SALT);
    }

    public static FurtherFeatures draw(SeededRandom random, Scenario scenario, StoreKind kind) {
        if (kind != StoreKind.SINGLE) {
            return new FurtherFeatures(null, 0); // each of these stores has enough faults of its own
        }
        int shards = random.chance(SHARDS_PERCENT) ? 1 + random.below(random.chance(90) ? 5 : 12) : 0;
        // A candidate that has just started relies on the clock of the store, and may lead beside one in a shard.
        boolean clockSteps = scenario.storeClock() && scenario.has(FaultKind.STORE_STEP);
        PeerChannelSetup channel = random.chance(CHANNEL_PERCENT) ? PeerChannelSetup.draw(random, scenario) : null;
        return new FurtherFeatures(
                channel, clockSteps ? 0 : channel == null ? shards : Math.min(shards, MOST_SHARDS_ON_CHANNEL));
    }

    /** Returns the scenario with what these features need. */
    public Scenario appliedTo(Scenario scenario) {
        return shards > 0 ? scenario.with(Feature.ROSTER) : scenario;
    }
}
