package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.Reason;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.Renewal;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R5 Order of loss: where the store chooses who leads")
class R05ChosenByTheStoreTest {
    private static long token(CampaignRig rig) {
        return rig.told(ElectionEvent.Acquired.class).get(0).token();
    }

    @Test
    void lostRenewalEndsTheTermAndReleasesNothing() {
        CampaignRig rig = CampaignRig.leading();
        rig.advance(CampaignRig.TIMING.interval());

        rig.answerRenewal(new Renewal.Lost("shut out"));

        assertThat(rig.campaign.snapshot().lease()).isNull();
        assertThat(rig.told(ElectionEvent.Lost.class))
                .singleElement()
                .satisfies(fenced -> assertThat(fenced.cause()).isEqualTo("shut out"));
        rig.onCalls(store -> store.see(Records.held(Records.foreign(token(rig) + 1, 0))));
        rig.advance(CampaignRig.TIMING.ttl());
        assertThat(rig.all(Effect.Release.class)).isEmpty();
    }

    @Test
    void termLostByTheStoresWordEndsInTheOrderOfLoss() {
        CampaignRig rig = CampaignRig.working();

        List<Effect> effects = rig.input(new Input.Lost(token(rig), "given up"));

        assertThat(rig.campaign.snapshot().lease()).isNull();
        assertThat(effects.get(0)).isInstanceOf(Effect.Cancel.class);
        assertThat(rig.told(ElectionEvent.Lost.class)).hasSize(1);
        assertThat(rig.told(ElectionEvent.Resigned.class)).isEmpty();
        assertThat(rig.all(Effect.Release.class)).isEmpty();

        rig.workEnds(new InterruptedException());
        assertThat(rig.all(Effect.Release.class)).hasSize(1);
    }

    @Test
    void messageAboutAnotherTermIsIgnored() {
        CampaignRig rig = CampaignRig.working();

        rig.input(new Input.Lost(token(rig) - 1, "long ago"));

        assertThat(rig.campaign.snapshot().lease()).isNotNull();
        assertThat(rig.told(ElectionEvent.Lost.class)).isEmpty();
    }

    @Test
    void candidateThatHandsOverForTheStoreMayLeadAgainAtOnce() {
        CampaignRig rig = CampaignRig.leading();

        rig.input(new Input.Resign(token(rig), Reason.RESIGNED, "chosen another", Duration.ZERO, null));

        assertThat(rig.told(ElectionEvent.Resigned.class)).hasSize(1);
        assertThat(rig.campaign.isAble(rig.now())).isTrue();
    }
}
