package dev.tenure.internal;

import dev.tenure.CandidateBuilder;
import dev.tenure.Identity;
import dev.tenure.Settings;
import dev.tenure.internal.protocol.CampaignSetup;
import dev.tenure.internal.protocol.StandOptions;
import dev.tenure.internal.protocol.StoreProperties;
import dev.tenure.spi.Capability;
import java.util.function.Supplier;

/**
 * Makes the setup of each campaign of a candidate, as it is configured at that moment.
 *
 * @param identity who the candidate is
 * @param settings its settings
 * @param options what was fixed when it started
 * @param store what campaigns must know of the store
 */
record CampaignSetups(
        Supplier<Identity> identity, Supplier<Settings> settings, CandidateOptions options, StoreProperties store) {

    CampaignSetup observing(String election) {
        return setup(election, StandOptions.OBSERVING);
    }

    CampaignSetup standing(PreparedElection builder) {
        boolean mayBePassedOver =
                settings.get().priority() != CandidateBuilder.DEFAULT_PRIORITY || options.prefersNewest();
        StandOptions standing = new StandOptions(
                false,
                options.ableToLead() == null,
                mayBePassedOver && store.capabilities().contains(Capability.ROSTER),
                builder.acquireHook() != null,
                builder.loseHook() != null,
                builder.stallAfter());
        // thousands of elections share one
        return setup(builder.election(), standing.equals(StandOptions.PLAIN) ? StandOptions.PLAIN : standing);
    }

    private CampaignSetup setup(String election, StandOptions standing) {
        return new CampaignSetup(
                election, identity.get(), settings.get().timing(), options.grace(), store, standing);
    }
}
