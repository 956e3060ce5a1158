package dev.tenure.internal.protocol;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.Timing;
import dev.tenure.internal.fixtures.Records;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R14 Configuration: changed while it stands, without losing the term")
class R14ReconfigureTest {
    private static final Timing SHORT = Timing.of(Duration.ofSeconds(3), Duration.ofMillis(500));
    private static final Timing LONG = Timing.of(Duration.ofSeconds(60), Duration.ofSeconds(20));

    private static void reconfigure(CampaignRig rig, Timing timing) {
        rig.input(new Input.Reconfigure(Records.SELF, timing));
    }

    private static Duration trusted(Timing timing) {
        return timing.ttl().minus(timing.margin()).minus(timing.stopWithin());
    }

    @Test
    void aNewTimingIsWrittenAtOnceAndTheTermGoesOn() {
        CampaignRig rig = CampaignRig.leading();
        long token = rig.lease().token();
        reconfigure(rig, LONG);

        assertThat(rig.renewal().extension().next().ttl()).isEqualTo(LONG.ttl());
        rig.renew(LONG.ttl());
        assertThat(rig.lease().token()).isEqualTo(token);
        assertThat(rig.trusted()).isEqualTo(trusted(LONG));
    }

    @Test
    @DisplayName("a shorter ttl takes effect with the renewal that wrote it")
    void aShorterTtlTakesEffectWithItsRenewal() {
        CampaignRig rig = CampaignRig.leading();
        reconfigure(rig, SHORT);
        assertThat(rig.trusted())
                .as("from the sending on: it may take effect although nobody says so")
                .isEqualTo(trusted(SHORT));
        rig.renew(SHORT.ttl());

        assertThat(rig.trusted()).isEqualTo(trusted(SHORT));
    }

    @Test
    @DisplayName("a shorter lease whose answer is lost is trusted no longer than it lasts, whatever the one before")
    void aShorterLeaseOfUnknownOutcomeShortensTrust() {
        CampaignRig rig = CampaignRig.leading(LONG, Duration.ZERO);
        reconfigure(rig, SHORT);
        rig.onCalls(store -> store.fail(StoreException.Kind.UNREACHABLE));
        rig.fail(StoreException.Kind.OUTCOME_UNKNOWN);
        rig.advance(trusted(SHORT));

        assertThat(rig.leads()).isFalse();
    }

    @Test
    void longerTimingIsWrittenRightAfterTheRenewalUnderWay() {
        CampaignRig rig = CampaignRig.leading(SHORT, Duration.ZERO);
        rig.advance(SHORT.interval());
        rig.renewal();
        reconfigure(rig, LONG);
        rig.renew(SHORT.ttl());

        assertThat(rig.renewal().extension().next().ttl()).isEqualTo(LONG.ttl());
    }

    @Test
    void aRenewalUnderWayKeepsTheMarginItWasSentWith() {
        CampaignRig rig = CampaignRig.leading(CampaignRig.TIMING.withMargin(Duration.ofSeconds(3)), Duration.ZERO);
        rig.advance(CampaignRig.INTERVAL);
        rig.renewal();
        reconfigure(rig, CampaignRig.TIMING);
        rig.renew(CampaignRig.TTL);

        assertThat(rig.trusted()).isEqualTo(CampaignRig.TTL.minusSeconds(3));
    }

    @Test
    @DisplayName("work has no more time to stop than either lease leaves it, while it is not known which one is stored")
    void workStopsBeforeTheShorterLeaseRunsOut() {
        Timing slow = LONG.withStopWithin(Duration.ofSeconds(10));
        Timing quick = Timing.of(Duration.ofSeconds(50), Duration.ofSeconds(15));
        CampaignRig rig = CampaignRig.leading(slow, Duration.ZERO);
        long leadsSince = rig.now().nanos();
        reconfigure(rig, quick);
        rig.renewal();

        Trust trust = requireNonNull(rig.campaign.snapshot().trust());
        assertThat(Duration.ofNanos(trust.untilNanos() - leadsSince)).isLessThanOrEqualTo(trusted(slow));
        assertThat(Duration.ofNanos(trust.untilNanos() + trust.stopNanos() - leadsSince))
                .isEqualTo(quick.ttl().multipliedBy(9).dividedBy(10));
    }

    @Test
    void failedRenewalUnderANewTimingIsRetriedWhileTrustLasts() {
        CampaignRig rig = CampaignRig.leading(SHORT, Duration.ZERO);
        reconfigure(rig, LONG);
        rig.onCalls(store -> store.fail(StoreException.Kind.UNREACHABLE));
        rig.fail(StoreException.Kind.UNREACHABLE);
        rig.advance(trusted(SHORT).minusMillis(1));

        assertThat(rig.all(Effect.Renew.class)).hasSizeGreaterThan(2);
        assertThat(rig.leads()).isTrue();
    }

    @Test
    void aNewAddressIsWrittenWithTheNextRenewal() {
        CampaignRig rig = CampaignRig.leading();
        Identity moved = Records.SELF.withAddress("https://node-1:8443");
        rig.input(new Input.Reconfigure(moved, CampaignRig.TIMING));

        assertThat(rig.renewal().extension().next().holder()).isEqualTo(moved);
    }

    @Test
    void aFollowerClaimsWithTheNewTiming() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        reconfigure(rig, LONG);
        rig.see(Records.never());

        assertThat(rig.claim().ballot().ttl()).isEqualTo(LONG.ttl());
    }

    @Test
    void workHasTheTimeToStopThatItsTrustLeftIt() {
        CampaignRig rig = CampaignRig.working(CampaignRig.TIMING.withStopWithin(Duration.ofSeconds(2)), Duration.ZERO);
        reconfigure(rig, CampaignRig.TIMING.withStopWithin(Duration.ofSeconds(3)));
        rig.onCalls(store -> store.fail(StoreException.Kind.UNREACHABLE));
        rig.fail(StoreException.Kind.UNREACHABLE);
        rig.advance(CampaignRig.TRUSTED.minusSeconds(2));
        assertThat(rig.all(Effect.Cancel.class)).hasSize(1);
        rig.advance(Duration.ofSeconds(2));

        assertThat(rig.all(Effect.Kill.class)).hasSize(1);
    }

    @Test
    void anotherInstanceIsRefused() {
        CampaignRig rig = CampaignRig.leading();

        assertThatThrownBy(() -> rig.input(new Input.Reconfigure(Records.OTHER, SHORT)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
