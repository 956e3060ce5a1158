package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.StoreException.Kind;
import dev.tenure.Timing;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R5 Order of loss: against our will")
class R05OrderOfLossTest {
    private static final Duration SPARE_MARGIN = CampaignRig.MARGIN.minus(CampaignRig.TTL.dividedBy(10));

    private static CampaignRig lost() {
        CampaignRig rig = CampaignRig.working();
        rig.onCalls(store -> store.fail(Kind.UNREACHABLE));
        rig.advance(CampaignRig.TRUSTED);
        rig.onCalls(store -> {});
        assertThat(rig.told(ElectionEvent.Lost.class)).hasSize(1);
        return rig;
    }

    @Test
    void workIsCancelledThenListenersAreToldAndNothingIsReleased() {
        CampaignRig rig = CampaignRig.working();
        rig.pause(CampaignRig.TRUSTED);
        List<Effect> effects = rig.tick();

        assertThat(rig.campaign.snapshot().lease()).isNull();
        assertThat(effects).hasSize(2);
        assertThat(effects.get(0)).isInstanceOf(Effect.Cancel.class);
        assertThat(effects.get(1))
                .isInstanceOfSatisfying(
                        Effect.Tell.class, tell -> assertThat(tell.event()).isInstanceOf(ElectionEvent.Lost.class));
    }

    @Test
    void theLeaseIsReleasedOnlyWhenTheWorkHasEnded() {
        CampaignRig rig = lost();
        Sighting ours = Records.held(rig.all(Effect.Start.class).get(0).lease());
        rig.onCalls(store -> store.see(ours));
        rig.advance(Duration.ofMinutes(10));
        assertThat(rig.all(Effect.Release.class)).isEmpty();

        rig.workEnds(new InterruptedException());
        assertThat(rig.all(Effect.Release.class)).hasSize(1);
        assertThat(rig.release().lease().token())
                .isEqualTo(rig.told(ElectionEvent.Lost.class).get(0).token());
    }

    @Test
    void withoutWorkTheLeaseIsReleasedAtOnce() {
        CampaignRig rig = CampaignRig.leading();
        rig.pause(CampaignRig.TRUSTED);
        List<Effect> effects = rig.tick();

        assertThat(effects).hasSize(2);
        assertThat(effects.get(0)).isInstanceOf(Effect.Tell.class);
        assertThat(effects.get(1)).isInstanceOf(Effect.Release.class);
    }

    @Test
    void workThatNeedsTimeToStopIsToldThatMuchEarlier() {
        Duration stopWithin = Duration.ofSeconds(3);
        Timing timing = CampaignRig.TIMING.withStopWithin(stopWithin);
        CampaignRig rig = CampaignRig.working(timing, Duration.ZERO);
        rig.advance(CampaignRig.TRUSTED.minus(stopWithin).minusMillis(1));
        assertThat(rig.all(Effect.Cancel.class)).isEmpty();

        rig.advance(Duration.ofMillis(1));
        assertThat(rig.all(Effect.Cancel.class)).hasSize(1);
        rig.advance(stopWithin.minusMillis(1));
        assertThat(rig.all(Effect.Kill.class)).isEmpty();
        rig.advance(Duration.ofMillis(1));
        assertThat(rig.all(Effect.Kill.class)).hasSize(1);
        assertThat(rig.elapsed()).as("before the lease can be another's").isLessThan(CampaignRig.TTL);
    }

    @Test
    void workWithoutStopWithinHasTheRestOfTheMargin() {
        CampaignRig rig = lost();

        rig.advance(SPARE_MARGIN.minusMillis(1));
        assertThat(rig.all(Effect.Kill.class)).isEmpty();
        rig.advance(Duration.ofMillis(1));
        assertThat(rig.all(Effect.Kill.class)).hasSize(1);
    }

    @Test
    void overstayingWorkIsKilledAndReportedOnce() {
        CampaignRig rig = lost();
        rig.advance(Duration.ofMinutes(10));

        assertThat(rig.all(Effect.Kill.class)).hasSize(1);
        assertThat(rig.told(ElectionEvent.Warning.class))
                .filteredOn(trouble -> trouble.cause().contains("has not stopped"))
                .hasSize(1);
    }

    @Test
    void workThatStopsInTimeIsNotKilled() {
        CampaignRig rig = lost();
        rig.workEnds(null);
        rig.advance(Duration.ofMinutes(1));

        assertThat(rig.all(Effect.Kill.class)).isEmpty();
    }

    @Test
    void nextTermBeginsOnlyAfterTheLastWorkHasEnded() {
        CampaignRig rig = CampaignRig.working();
        rig.advance(CampaignRig.INTERVAL);
        rig.refuseRenewal(Records.released(1));
        rig.onCalls(store -> store.see(Records.released(1)));
        rig.advance(Duration.ofMinutes(5));
        assertThat(rig.all(Effect.Claim.class)).hasSize(1);

        rig.onCalls(store -> {});
        rig.workEnds(null);
        rig.grant();
        assertThat(rig.told(ElectionEvent.Acquired.class)).hasSize(2);
        assertThat(rig.all(Effect.Start.class)).hasSize(2);
    }

    @Test
    void afterALossToAnotherNothingIsReleased() {
        CampaignRig rig = CampaignRig.working();
        long token = rig.lease().token();
        rig.advance(CampaignRig.INTERVAL);
        rig.refuseRenewal(Records.held(Records.foreign(token + 1, 0)));
        rig.onCalls(store -> store.see(Records.held(Records.foreign(token + 1, 0))));
        rig.workEnds(null);
        rig.see(Records.held(Records.foreign(token + 1, 0)));
        rig.advance(CampaignRig.TTL);

        assertThat(rig.all(Effect.Release.class)).isEmpty();
    }

    @Test
    void theRecordIsWatchedWhileOverstayingWorkIsWaitedFor() {
        CampaignRig rig = lost();
        Sighting.Held next = Records.held(Records.foreign(rig.now().wallMillis() * 1001, 0));
        rig.onCalls(store -> store.see(next));
        rig.advance(CampaignRig.INTERVAL.multipliedBy(2));

        assertThat(rig.campaign.snapshot().leader()).isEqualTo(next.lease());
        assertThat(rig.workRuns()).isTrue();
    }
}
