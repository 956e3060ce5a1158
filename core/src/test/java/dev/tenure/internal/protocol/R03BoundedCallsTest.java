package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.StoreException.Kind;
import dev.tenure.internal.fixtures.Records;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R3 Bounded calls")
class R03BoundedCallsTest {
    private static final Duration CALL = CampaignRig.TIMING.callTimeout();

    @Test
    void aLookAClaimAndAReleaseEndByTheCallTimeout() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        assertThat(rig.until(rig.look().deadlineNanos())).isEqualTo(CALL);

        rig.see(Records.never());
        assertThat(rig.until(rig.claim().deadlineNanos())).isEqualTo(CALL);

        rig.grant();
        rig.resign();
        assertThat(rig.until(rig.release().deadlineNanos())).isEqualTo(CALL);
    }

    @Test
    void aRenewalEndsByTheCallTimeoutWhileTrustLastsLonger() {
        CampaignRig rig = CampaignRig.leading();
        rig.advance(CampaignRig.INTERVAL);

        assertThat(rig.until(rig.renewal().deadlineNanos())).isEqualTo(CALL);
    }

    @Test
    void aRenewalEndsNoLaterThanTrust() {
        CampaignRig rig = CampaignRig.leading();
        rig.pause(CampaignRig.TRUSTED.minusSeconds(1));
        rig.tick();

        assertThat(rig.until(rig.renewal().deadlineNanos())).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void everyRenewalOfAnOutageEndsNoLaterThanTrust() {
        CampaignRig rig = CampaignRig.leading();
        long trustEnds = rig.now().nanos() + rig.trusted().toNanos();
        rig.advance(CampaignRig.TRUSTED);

        assertThat(rig.all(Effect.Renew.class))
                .hasSizeGreaterThan(1)
                .allSatisfy(
                        renew -> assertThat(renew.deadlineNanos() - trustEnds).isNotPositive());
    }

    @Test
    void aHangingCallDoesNotProlongLeadership() {
        CampaignRig rig = CampaignRig.working();
        rig.pause(CampaignRig.TRUSTED.minusMillis(1));
        rig.tick();
        rig.renewal();
        assertThat(rig.leads()).isTrue();

        rig.pause(Duration.ofMillis(1));
        rig.tick();

        assertThat(rig.call()).as("the renewal hangs on").isInstanceOf(Effect.Renew.class);
        assertThat(rig.told(ElectionEvent.Lost.class)).hasSize(1);
        assertThat(rig.all(Effect.Cancel.class)).hasSize(1);
    }

    @Test
    @DisplayName("a campaign that waits for an answer wakes shortly before trust ends, and again when it does")
    void campaignWaitingForAnAnswerWakesAtTheEndOfTrust() {
        CampaignRig rig = CampaignRig.leading();
        rig.advance(CampaignRig.INTERVAL);
        rig.renewal();

        Duration early = rig.trusted().minus(rig.untilWake());
        assertThat(early).isBetween(Duration.ZERO, Duration.ofMillis(20));
        rig.pause(rig.untilWake());
        rig.tick();
        assertThat(rig.leads()).isEqualTo(!early.isZero());
        assertThat(rig.untilWake()).isEqualTo(early);
    }

    @Test
    void aFollowerThatHearsNothingTriesAgain() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.advance(CALL.plusSeconds(1));

        assertThat(rig.all(Effect.Inspect.class)).hasSizeGreaterThan(1);
    }

    @Test
    void anExpiredTermIsNotRenewedAgain() {
        CampaignRig rig = CampaignRig.leading();
        rig.pause(CampaignRig.TRUSTED);
        rig.tick();

        assertThat(rig.all(Effect.Renew.class)).isEmpty();
        rig.fail(Kind.UNREACHABLE);
        rig.advance(CampaignRig.TTL);
        assertThat(rig.all(Effect.Renew.class)).isEmpty();
    }
}
