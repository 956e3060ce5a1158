package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.StoreException.Kind;
import dev.tenure.internal.fixtures.NoJitter;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Lease;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R8 Unknown outcomes are settled: renewals, and terms that ended")
class R08OwnTermTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    /** Loses the answer to a renewal. Returns the lease it may have written. */
    private static Lease renewUnanswered(CampaignRig rig) {
        Lease written = Records.lease(
                Records.SELF,
                rig.renewal().extension().next().token(),
                rig.renewal().extension().next().stamp(),
                CampaignRig.TTL);
        rig.pause(SECOND);
        rig.fail(Kind.OUTCOME_UNKNOWN);
        return written;
    }

    @Test
    void aRenewalThatLandedIsFoundThroughTheRefusalOfTheNext() {
        CampaignRig rig = CampaignRig.leading();
        rig.advance(CampaignRig.INTERVAL);
        Duration sent = rig.elapsed();
        Lease landed = renewUnanswered(rig);
        rig.advance(rig.untilWake());
        rig.refuseRenewal(Records.held(landed));

        assertThat(rig.lease()).isEqualTo(landed);
        assertThat(rig.trusted())
                .as("the trust of the attempt that landed")
                .isEqualTo(CampaignRig.TRUSTED.minus(rig.elapsed().minus(sent)));
        assertThat(rig.told(ElectionEvent.Lost.class)).isEmpty();

        rig.advance(CampaignRig.INTERVAL);
        assertThat(rig.renewal().extension().held()).isEqualTo(landed);
        assertThat(rig.renewal().extension().next().stamp().renewal()).isEqualTo(2);
    }

    @Test
    void aRenewalThatLandedEarlierHasNotTheTrustOfALaterOne() {
        CampaignRig rig = CampaignRig.leading();
        rig.advance(CampaignRig.INTERVAL);
        Duration sent = rig.elapsed();
        Lease first = renewUnanswered(rig);
        rig.advance(rig.untilWake());
        renewUnanswered(rig);
        rig.advance(rig.untilWake());
        rig.refuseRenewal(Records.held(first));

        assertThat(rig.trusted())
                .isEqualTo(CampaignRig.TRUSTED.minus(rig.elapsed().minus(sent)));
    }

    @Test
    void recordRolledBackToAnEarlierWriteEarnsNoTrust() {
        CampaignRig rig = CampaignRig.leading();
        Lease first = rig.lease();
        rig.advance(CampaignRig.INTERVAL);
        rig.renew();
        rig.advance(CampaignRig.INTERVAL);
        Duration before = rig.trusted();
        rig.refuseRenewal(Records.held(first));

        assertThat(rig.trusted()).isEqualTo(before);
        assertThat(rig.renewal().extension().held()).isEqualTo(first);
    }

    @Test
    void aTermAnnouncedAsEndedIsNotRevivedByItsOwnRenewal() {
        CampaignRig rig = CampaignRig.leading();
        rig.advance(CampaignRig.INTERVAL);
        Lease landed = renewUnanswered(rig);
        rig.advance(rig.untilWake());
        rig.refuseRenewal(Records.never());
        assertThat(rig.told(ElectionEvent.Lost.class)).hasSize(1);
        rig.onCalls(store -> {
            if (store.call() instanceof Effect.Inspect) {
                store.see(Records.held(landed));
            }
        });
        rig.advance(CampaignRig.WAIT.plus(CampaignRig.INTERVAL));

        assertThat(rig.leads()).isFalse();
        assertThat(rig.told(ElectionEvent.Acquired.class)).hasSize(1);
        assertThat(rig.release().lease()).isEqualTo(landed);
    }

    @Test
    void endedTermIsNotRevivedEvenIfNobodyElseCanLead() {
        CampaignRig rig = CampaignRig.leading();
        rig.advance(CampaignRig.INTERVAL);
        Lease landed = renewUnanswered(rig);
        rig.advance(rig.untilWake());
        Lease stray = Records.lease(Records.SELF, 3, new WriteStamp(0, 77, Instant.EPOCH), CampaignRig.TTL);
        rig.refuseRenewal(Records.held(stray));
        rig.released();
        rig.see(Records.held(landed));

        assertThat(rig.leads()).isFalse();
        assertThat(rig.told(ElectionEvent.Acquired.class)).hasSize(1);
        rig.advance(rig.untilWake());
        assertThat(rig.release().lease()).isEqualTo(landed);
    }

    @Test
    void leadingAgainTakesANewClaimAndAHigherToken() {
        CampaignRig rig = CampaignRig.leading();
        rig.pause(CampaignRig.TRUSTED);
        rig.tick();
        rig.released();
        rig.see(Records.released(rig.told(ElectionEvent.Lost.class).get(0).token()));
        rig.grant();

        assertThat(rig.told(ElectionEvent.Acquired.class))
                .extracting(ElectionEvent.Acquired::token)
                .hasSize(2)
                .isSorted()
                .doesNotHaveDuplicates();
    }

    /** Leads after a first claim whose answer was lost. Returns the lease which that claim may yet write. */
    private static Lease leadAfterLostAnswer(CampaignRig rig) {
        rig.tick();
        rig.see(Records.never());
        Lease lost = rig.asked();
        rig.fail(Kind.OUTCOME_UNKNOWN);
        rig.advance(rig.untilWake());
        rig.see(Records.never());
        rig.grant();
        return Records.lease(Records.SELF, rig.lease().token() + 1, lost.stamp(), lost.ttl());
    }

    @Test
    void aClaimFoundDuringTheCoolDownIsReleased() {
        CampaignRig rig = CampaignRig.observing();
        Lease late = leadAfterLostAnswer(rig);
        rig.resign();
        rig.released();
        rig.see(Records.held(late));
        rig.advance(CampaignRig.INTERVAL);

        assertThat(rig.release().lease()).isEqualTo(late);
        assertThat(rig.told(ElectionEvent.Acquired.class)).hasSize(1);
    }

    @Test
    void claimFoundDuringEarlierWorkIsReleasedWhenTheWorkEnds() {
        CampaignRig rig = CampaignRig.observing();
        rig.input(new Input.WorkGiven());
        Lease late = leadAfterLostAnswer(rig);
        rig.advance(CampaignRig.INTERVAL);
        rig.refuseRenewal(Records.held(late));
        assertThat(rig.told(ElectionEvent.Lost.class)).hasSize(1);
        assertThat(rig.told(ElectionEvent.Acquired.class)).hasSize(1);
        assertThat(rig.all(Effect.Release.class)).isEmpty();

        rig.workEnds(null);
        assertThat(rig.release().lease()).isEqualTo(late);
    }

    @Test
    void claimFoundInsteadOfAnIdleTermIsGivenBack() {
        CampaignRig rig = CampaignRig.observing();
        Lease late = leadAfterLostAnswer(rig);
        rig.advance(CampaignRig.INTERVAL);
        rig.refuseRenewal(Records.held(late));

        assertThat(rig.told(ElectionEvent.Lost.class)).hasSize(1);
        assertThat(rig.told(ElectionEvent.Acquired.class)).hasSize(1);
        assertThat(rig.release().lease()).isEqualTo(late);
    }

    @Test
    void closingWhileARenewalIsUnknownReleasesTheTerm() {
        CampaignRig rig = CampaignRig.leading();
        rig.advance(CampaignRig.INTERVAL);
        renewUnanswered(rig);
        rig.close();
        rig.released();
        rig.see(Records.released(1));

        assertThat(rig.campaign.snapshot().finished()).isTrue();
    }

    @Test
    void writeOfAnEarlierCampaignIsNotAdopted() {
        CampaignRig earlier = CampaignRig.leading();
        Lease leftBehind = earlier.lease();
        CampaignRig rig = new CampaignRig(
                CampaignRig.TIMING,
                Duration.ZERO,
                CampaignRig.STORE_CLOCK,
                new NoJitter(),
                CampaignRig.TTL,
                StandOptions.PLAIN);
        rig.tick();
        rig.fail(Kind.OUTCOME_UNKNOWN);
        rig.advance(rig.untilWake());
        rig.see(Records.held(leftBehind));
        rig.advance(CampaignRig.INTERVAL);

        assertThat(rig.told(ElectionEvent.Acquired.class)).isEmpty();
        assertThat(rig.release().lease()).isEqualTo(leftBehind);
    }

    @Test
    void attemptsThatCanNoLongerBeTrustedAreForgotten() {
        ClockReading now = new ClockReading(0, 0, 0);
        StoreCalls calls = new StoreCalls(CampaignRig.observing().setup, now);
        for (int i = 0; i < 1000; i++) {
            now = new ClockReading(now.plus(SECOND), now.wallMillis() + 1000, 0);
            calls.claim(ClaimCondition.judged(Records.never(), 0), now);
        }

        assertThat(calls.unsettled(now)).isEqualTo(15);
    }
}
