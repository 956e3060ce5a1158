package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.Reason;
import dev.tenure.StoreException.Kind;
import dev.tenure.internal.fixtures.Records;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R12 Events: causes in words, tokens and times")
class R12CausesTest {

    @Test
    void lossAfterFailedRenewalsSaysHowLongAndWhy() {
        CampaignRig rig = CampaignRig.leading();
        long token = rig.lease().token();
        rig.onCalls(store -> store.fail(Kind.UNREACHABLE, "connect timed out"));
        rig.advance(CampaignRig.TRUSTED);

        assertThat(rig.told(ElectionEvent.Lost.class))
                .containsExactly(new ElectionEvent.Lost(
                        Records.ELECTION,
                        rig.now().instant(),
                        token,
                        Reason.TRUST_ENDED,
                        "renewals failed for 8.4 s: connect timed out; trust ended"));
    }

    @Test
    void aTermThatWasNotRenewedAtAllSaysSo() {
        CampaignRig rig = CampaignRig.leading();
        rig.pause(CampaignRig.TTL);
        rig.tick();

        assertThat(rig.told(ElectionEvent.Lost.class).get(0).cause())
                .isEqualTo("renewals went unanswered, or this process was paused; trust ended");
    }

    @Test
    void aTermWhoseRecordVanishedSaysSo() {
        CampaignRig rig = CampaignRig.leading();
        rig.advance(CampaignRig.INTERVAL);
        rig.refuseRenewal(Records.never());

        assertThat(rig.told(ElectionEvent.Lost.class).get(0).cause()).isEqualTo("the record has vanished");
    }

    @Test
    void everyEventCarriesItsElectionAndTime() {
        CampaignRig rig = CampaignRig.leading();
        rig.advance(Duration.ofSeconds(2));
        rig.resign();
        List<ElectionEvent> told = rig.told(ElectionEvent.class);

        assertThat(told).extracting(ElectionEvent::election).containsOnly(Records.ELECTION);
        assertThat(told)
                .extracting(ElectionEvent::at)
                .containsExactly(rig.now().instant().minusSeconds(2), rig.now().instant());
        assertThat(told).extracting(ElectionEvent::cause).containsExactly("elected", "resigned");
    }

    @Test
    void anOutageIsReportedOnceAndAgainWhenItsKindChanges() {
        CampaignRig rig = CampaignRig.leading();
        rig.onCalls(store -> store.fail(Kind.UNREACHABLE, "refused"));
        rig.advance(Duration.ofSeconds(8));
        assertThat(rig.told(ElectionEvent.Warning.class)).hasSize(1);

        rig.onCalls(store -> store.fail(Kind.MISCONFIGURED, "wrong password"));
        rig.advance(Duration.ofSeconds(4));
        assertThat(rig.told(ElectionEvent.Warning.class))
                .extracting(ElectionEvent.Warning::cause)
                .containsExactly("the store failed: refused", "the store failed: wrong password");
        assertThat(rig.told(ElectionEvent.Warning.class).get(1).error()).hasMessage("wrong password");
    }

    @Test
    void anAttemptIsDecidedByItsLastAnswerAndByNoFailure() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        assertThat(rig.campaign.snapshot().lastDecided()).isNull();
        rig.see(Records.never());
        assertThat(rig.campaign.snapshot().lastDecided()).as("a claim follows").isNull();
        rig.grant();
        ClockReading decided = rig.now();
        assertThat(rig.campaign.snapshot().lastDecided()).isEqualTo(decided);

        rig.advance(CampaignRig.INTERVAL);
        rig.fail(Kind.UNREACHABLE);
        assertThat(rig.campaign.snapshot().lastDecided()).isEqualTo(decided);
        assertThat(rig.campaign.snapshot().lastSeen()).isEqualTo(decided);
        assertThat(rig.campaign.snapshot().failures()).isEqualTo(1);
    }
}
