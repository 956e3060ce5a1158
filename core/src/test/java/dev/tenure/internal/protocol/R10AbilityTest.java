package dev.tenure.internal.protocol;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.Reason;
import dev.tenure.StoreException;
import dev.tenure.Timing;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.Lease;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R10 Moving on: work that makes no progress, and candidates that are not able to lead")
class R10AbilityTest {
    private static final Duration SILENCE = Duration.ofSeconds(40);
    private static final StandOptions WATCHED = new StandOptions(false, true, false, false, false, SILENCE);

    private static CampaignRig watched() {
        CampaignRig rig = CampaignRig.with(WATCHED, Duration.ofMinutes(5))
                .elected()
                .onCalls(store -> {
                    if (store.call() instanceof Effect.Renew) {
                        store.renew();
                    }
                });
        rig.input(new Input.WorkGiven());
        return rig;
    }

    @Test
    void silentWorkLosesItsTermAndTheCauseSaysWhy() {
        CampaignRig rig = watched();
        rig.advance(SILENCE.minusNanos(1));
        assertThat(rig.leads()).isTrue();
        rig.advance(Duration.ofNanos(1));

        assertThat(rig.leads()).isFalse();
        assertThat(rig.all(Effect.Cancel.class))
                .as("it is not given its grace: it would not use it")
                .hasSize(1);
        assertThat(rig.told(ElectionEvent.Resigned.class))
                .extracting(ElectionEvent.Resigned::cause)
                .containsExactly("no progress for 40.0 s");
        assertThat(rig.all(Effect.Release.class)).as("never under running work").isEmpty();
    }

    @Test
    void workThatMakesProgressGoesOn() {
        CampaignRig rig = watched();
        for (int i = 0; i < 10; i++) {
            rig.advance(SILENCE.dividedBy(2));
            rig.campaign.observeWork(rig.now().nanos(), false);
        }

        assertThat(rig.leads()).isTrue();
        assertThat(rig.all(Effect.Cancel.class)).isEmpty();
    }

    @Test
    void withoutWorkThereIsNothingToStall() {
        CampaignRig rig = CampaignRig.with(WATCHED, Duration.ZERO).elected().onCalls(CampaignRig::renew);
        rig.advance(SILENCE.multipliedBy(3));

        assertThat(rig.leads()).isTrue();
    }

    @Test
    void stalledWorkThatWasAskedToFinishLosesItsGrace() {
        CampaignRig rig = watched();
        rig.resign();
        rig.advance(SILENCE);

        assertThat(rig.leads()).isFalse();
        assertThat(rig.all(Effect.Cancel.class)).hasSize(1);
    }

    @Test
    void silentWorkThatDrainsForATransferKeepsItsSuccessor() {
        CampaignRig rig = watched();
        rig.input(new Input.Resign(0, Reason.TRANSFERRED, "transferred to node-2", CampaignRig.TTL, "instance-other"));
        rig.advance(SILENCE);
        rig.onCalls(store -> {});
        rig.workEnds(null);

        assertThat(rig.told(ElectionEvent.Resigned.class))
                .extracting(ElectionEvent.Resigned::cause)
                .containsExactly("transferred to node-2");
        assertThat(rig.release().to().reservation()).isNotNull();
    }

    @Test
    void anUnableCandidateDoesNotClaim() {
        CampaignRig rig = CampaignRig.observing();
        rig.input(new Input.Able(false, "not able to lead"));
        rig.onCalls(store -> store.see(Records.never()));
        rig.see(Records.never());
        rig.advance(CampaignRig.TTL.multipliedBy(4));
        assertThat(rig.all(Effect.Claim.class)).isEmpty();

        rig.onCalls(store -> {});
        rig.input(new Input.Able(true, "able to lead"));

        rig.claim();
    }

    private static boolean isAbleAfterClaimsFailedWith(StoreException failure) {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.see(Records.never());
        for (int claim = 0; claim < 3; claim++) {
            rig.claim();
            rig.fail(failure);
            rig.advance(rig.untilWake());
        }
        return rig.campaign.isAble(rig.now());
    }

    @Test
    void postponedClaimsSayNothingAgainstTheCandidate() {
        assertThat(isAbleAfterClaimsFailedWith(StoreException.postponed("not yet", null)))
                .isTrue();
        assertThat(isAbleAfterClaimsFailedWith(new StoreException(StoreException.Kind.UNREACHABLE, "refused")))
                .isFalse();
    }

    @Test
    void longerTtlDoesNotProlongThePenaltyForFailedClaims() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.see(Records.never());
        rig.fail(StoreException.Kind.UNREACHABLE);
        rig.advance(rig.untilWake());
        rig.fail(StoreException.Kind.UNREACHABLE);
        Timing longer = Timing.of(CampaignRig.TTL.multipliedBy(10));
        rig.input(new Input.Reconfigure(Records.SELF, longer));

        rig.pause(CampaignRig.TTL.multipliedBy(4).minusNanos(1));
        assertThat(rig.campaign.isAble(rig.now())).isFalse();
        rig.pause(Duration.ofNanos(1));
        assertThat(rig.campaign.isAble(rig.now())).isTrue();
    }

    @Test
    void candidateThatWaitsOutALostTermIsNotAble() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.see(Records.held(Records.foreign(5, 0)));
        assertThat(rig.campaign.isAble(rig.now())).isTrue();
        rig.advance(rig.untilWake());
        rig.see(Records.never());
        assertThat(rig.campaign.isAble(rig.now()))
                .as("nobody hands over to one that may not claim yet")
                .isFalse();

        rig.pause(CampaignRig.WAIT);
        assertThat(rig.campaign.isAble(rig.now())).isTrue();
    }

    @Test
    void candidateThatLedIsReliableDespiteLostAnswers() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        Lease granted = null;
        for (int claim = 0; claim < 3; claim++) {
            rig.see(Records.never());
            granted = rig.asked();
            rig.fail(StoreException.Kind.OUTCOME_UNKNOWN);
            rig.advance(rig.untilWake());
        }
        rig.see(Records.held(requireNonNull(granted)));
        assertThat(rig.leads()).isTrue();
        rig.input(new Input.Resign(0, Reason.RESIGNED, "resigned", Duration.ZERO, null));
        rig.released();

        assertThat(rig.campaign.isAble(rig.now())).isTrue();
    }

    @Test
    void leaderThatIsNoLongerAbleResignsAndSaysWhy() {
        CampaignRig rig = CampaignRig.leading();
        rig.input(new Input.Able(false, "not able to lead: the check failed"));

        assertThat(rig.told(ElectionEvent.Resigned.class))
                .extracting(ElectionEvent.Resigned::cause)
                .containsExactly("not able to lead: the check failed");
        rig.release();
    }

    @Test
    void aClaimUnderWayWhenAbilityIsLostIsGivenBack() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.see(Records.never());
        rig.claim();
        rig.input(new Input.Able(false, "not able to lead"));
        rig.grant();

        assertThat(rig.told(ElectionEvent.Acquired.class)).isEmpty();
        rig.release();
    }
}
