package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R5 and all the rest, whatever happens")
class R05RandomWalkTest {
    private static final int SEEDS = 400;

    @Test
    void randomWalksKeepAllInvariants() {
        int terms = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            CampaignRig rig = walk(seed);
            terms += rig.told(ElectionEvent.Acquired.class).size();

            assertThat(rig.campaign.snapshot().finished())
                    .as("seed %d ends", seed)
                    .isTrue();
            assertThat(rig.campaign.snapshot().lease()).isNull();
        }

        assertThat(terms).as("the walks get somewhere").isGreaterThan(SEEDS);
    }

    private static CampaignRig walk(long seed) {
        try {
            return new RandomWalk(seed).run();
        } catch (AssertionError | RuntimeException broken) {
            throw new AssertionError("seed " + seed + ": " + broken.getMessage(), broken);
        }
    }
}
