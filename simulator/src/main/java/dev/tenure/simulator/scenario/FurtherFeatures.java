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
    private static final int CHANNEL_PERCENT = 15;
    private static final int SHARDS_PERCENT = 12;

    /** Returns the source of a seed's further random choices. */
    public static SeededRandom random(long seed) {
        return new SeededRandom(seed ^ SALT);
    }

    public static FurtherFeatures draw(SeededRandom random, Scenario scenario) {
        int shards = random.chance(SHARDS_PERCENT) ? 1 + random.below(random.chance(75) ? 6 : 16) : 0;
        // A candidate that has just started relies on the clock of the store, and may lead beside one in a shard.
        boolean clockSteps = scenario.storeClock() && scenario.has(FaultKind.STORE_STEP);
        PeerChannelSetup channel = random.chance(CHANNEL_PERCENT) ? PeerChannelSetup.draw(random, scenario) : null;
        return new FurtherFeatures(channel, clockSteps ? 0 : shards);
    }

    /** Returns the scenario with what these features need. */
    public Scenario appliedTo(Scenario scenario) {
        return shards > 0 ? scenario.with(Feature.ROSTER) : scenario;
    }
}
