package dev.tenure.internal.protocol;

import java.util.Random;

/** What the classes of one campaign share: its state, and what outlives each state. */
final class CampaignParts {
    final CampaignSetup setup;
    final CallPacing pacing;
    final PendingEffects effects;
    final StoreCalls calls;
    State state = new State.Following();

    CampaignParts(CampaignSetup setup, Random random, ClockReading now) {
        this.setup = setup;
        this.pacing = new CallPacing(setup, random);
        this.effects = new PendingEffects(setup.election());
        this.calls = new StoreCalls(setup, now);
    }
}
