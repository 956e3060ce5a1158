package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R10 Moving on")
class R10MovingOnTest {

    /** Releases, then lets the free seat be seen, and asserts that it is claimed after exactly the cool-down. */
    private static void claimsAgainAfter(CampaignRig rig, Duration coolDown) {
        int looksBefore = rig.all(Effect.Inspect.class).size();
        Sighting free = Records.released(rig.release().lease().token());
        rig.released();
        rig.onCalls(store -> {
            if (store.call() instanceof Effect.Inspect) {
                store.see(free);
            }
        });
        rig.see(free);
        rig.advance(coolDown.minusNanos(1));
        assertThat(rig.all(Effect.Claim.class))
                .as("claims during the cool-down")
                .hasSize(1);
        assertThat(rig.all(Effect.Inspect.class).size() - looksBefore)
                .as("looks go on meanwhile")
                .isGreaterThanOrEqualTo((int) coolDown.dividedBy(CampaignRig.INTERVAL));

        rig.advance(Duration.ofNanos(1));
        rig.claim();
    }

    @Test
    void afterResigningACandidateStaysBackForATtl() {
        CampaignRig rig = CampaignRig.leading();
        rig.resign();

        claimsAgainAfter(rig, CampaignRig.TTL);
    }

    @Test
    void afterItsWorkFailedACandidateStaysBackForTwoTtls() {
        CampaignRig rig = CampaignRig.working();
        rig.workEnds(new IllegalStateException("no disk"));

        claimsAgainAfter(rig, CampaignRig.TTL.multipliedBy(2));
    }

    @Test
    void coolDownCountsFromTheEndOfTheTerm() {
        CampaignRig rig = CampaignRig.working(CampaignRig.TIMING, Duration.ofSeconds(30));
        rig.onCalls(CampaignRig::renew);
        rig.resign();
        rig.advance(Duration.ofSeconds(29));
        rig.onCalls(store -> {});
        rig.workEnds(null);

        claimsAgainAfter(rig, CampaignRig.TTL);
    }

    @Test
    void candidateThatLostItsTermMayClaimAtOnce() {
        CampaignRig rig = CampaignRig.leading();
        rig.pause(CampaignRig.TRUSTED);
        rig.tick();
        rig.released();
        rig.see(Records.released(rig.told(ElectionEvent.Lost.class).get(0).token()));

        rig.claim();
    }

    @Test
    void anotherLeaderIsSeenDuringTheCoolDown() {
        CampaignRig rig = CampaignRig.leading();
        rig.resign();
        rig.released();
        rig.see(Records.released(1));
        rig.advance(CampaignRig.INTERVAL);
        rig.see(Records.held(Records.foreign(rig.now().wallMillis() * 2000, 0)));

        assertThat(rig.campaign.snapshot().leader()).isNotNull();
        assertThat(rig.told(ElectionEvent.LeaderChanged.class)).hasSize(1);
    }

    @Test
    void termLostWhileEndingStillMovesOn() {
        CampaignRig rig = CampaignRig.working(CampaignRig.TIMING, Duration.ofSeconds(60));
        rig.resign();
        rig.pause(CampaignRig.TRUSTED);
        rig.tick();
        assertThat(rig.told(ElectionEvent.Lost.class)).hasSize(1);
        rig.workEnds(null);

        claimsAgainAfter(rig, CampaignRig.TTL);
    }
}
