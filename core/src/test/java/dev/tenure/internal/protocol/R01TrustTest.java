package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.StoreException.Kind;
import dev.tenure.Timing;
import dev.tenure.internal.fixtures.Records;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R1 Trust")
class R01TrustTest {
    private static final Duration SECOND = Duration.ofSeconds(1);
    private static final Duration TICK = Duration.ofNanos(1);

    @Test
    void aClaimIsTrustedFromBeforeItWasSent() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.see(Records.never());
        rig.pause(SECOND.multipliedBy(2));
        rig.grant();

        assertThat(rig.trusted()).isEqualTo(CampaignRig.TRUSTED.minusSeconds(2));
    }

    @Test
    void aRenewalIsTrustedFromBeforeItWasSent() {
        CampaignRig rig = CampaignRig.leading();
        rig.advance(CampaignRig.INTERVAL);
        rig.pause(SECOND.multipliedBy(2));
        rig.renew();

        assertThat(rig.trusted()).isEqualTo(CampaignRig.TRUSTED.minusSeconds(2));
    }

    @Test
    void trustEndsAMarginBeforeTheLease() {
        CampaignRig rig = CampaignRig.leading();

        rig.pause(CampaignRig.TRUSTED.minus(TICK));
        assertThat(rig.leads()).isTrue();
        rig.pause(TICK);
        assertThat(rig.leads()).isFalse();
    }

    @Test
    @DisplayName("a ttl in the record that nobody asked for, made longer by hand, earns no more trust")
    void aLongerTtlThanAskedForEarnsNoMore() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.see(Records.never());
        rig.grant(CampaignRig.TTL.multipliedBy(2));

        assertThat(rig.trusted()).isEqualTo(CampaignRig.TRUSTED);
    }

    @Test
    void theTtlThatWasReallyStoredCounts() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.see(Records.never());
        rig.grant(Duration.ofSeconds(14));
        assertThat(rig.trusted()).isEqualTo(CampaignRig.TRUSTED.minusSeconds(1));

        rig.advance(CampaignRig.INTERVAL);
        rig.renew(Duration.ofSeconds(12));
        assertThat(rig.trusted()).isEqualTo(CampaignRig.TRUSTED.minusSeconds(3));
    }

    @Test
    void leaseTooShortToTrustIsReleasedAndNeverAnnounced() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.see(Records.never());
        rig.grant(CampaignRig.MARGIN);

        rig.release();
        assertThat(rig.told(ElectionEvent.Acquired.class)).isEmpty();
    }

    @Test
    void stopWithinShortensTrust() {
        Timing timing = CampaignRig.TIMING.withStopWithin(SECOND.multipliedBy(3));
        CampaignRig rig = CampaignRig.leading(timing, Duration.ZERO);

        assertThat(rig.trusted()).isEqualTo(CampaignRig.TRUSTED.minusSeconds(3));
    }

    @Test
    void aFailedRenewalDoesNotMoveTrust() {
        for (Kind kind : Kind.values()) {
            CampaignRig rig = CampaignRig.leading();
            rig.advance(CampaignRig.INTERVAL);
            rig.fail(kind);

            assertThat(rig.trusted()).as(kind.name()).isEqualTo(CampaignRig.TRUSTED.minus(CampaignRig.INTERVAL));
        }
    }

    @Test
    void aRefusalThatShowsOurOwnTermDoesNotMoveTrust() {
        CampaignRig rig = CampaignRig.leading();
        rig.advance(CampaignRig.INTERVAL);
        rig.refuseRenewal(Records.held(rig.lease().withVersion("another")));

        assertThat(rig.trusted()).isEqualTo(CampaignRig.TRUSTED.minus(CampaignRig.INTERVAL));
    }

    @Test
    void aSlowSuccessfulRenewalShortensLeadershipInsteadOfProlongingIt() {
        CampaignRig rig = CampaignRig.leading();
        rig.advance(CampaignRig.INTERVAL);
        rig.pause(SECOND.multipliedBy(8).minus(TICK));
        rig.renew();
        assertThat(rig.trusted()).isEqualTo(CampaignRig.TRUSTED.minusSeconds(8).plus(TICK));

        rig.advance(CampaignRig.TRUSTED);
        assertThat(rig.told(ElectionEvent.Lost.class)).hasSize(1);
        assertThat(rig.elapsed()).isGreaterThan(CampaignRig.TRUSTED.plus(CampaignRig.INTERVAL));
    }

    @Test
    void aGrantThatArrivesAfterItsTrustIsGivenBack() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.see(Records.never());
        rig.pause(CampaignRig.TRUSTED);
        rig.grant();

        rig.release();
        assertThat(rig.told(ElectionEvent.Acquired.class)).isEmpty();
    }
}
