package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.Reason;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R5 Order of loss: a voluntary hand-over")
class R05HandOverTest {
    private static final Duration GRACE = Duration.ofSeconds(60);

    @Test
    void theWorkIsAskedAndTheTermGoesOn() {
        CampaignRig rig = CampaignRig.working(CampaignRig.TIMING, GRACE);
        List<Effect> effects = rig.resign();

        assertThat(effects).containsExactly(new Effect.Ask());
        assertThat(rig.leads()).isTrue();
        assertThat(rig.campaign.snapshot().ending()).isTrue();
    }

    @Test
    void renewalsGoOnWhileTheWorkFinishes() {
        CampaignRig rig = CampaignRig.working(CampaignRig.TIMING, GRACE);
        rig.onCalls(CampaignRig::renew);
        rig.resign();
        rig.advance(GRACE.minusMillis(1));

        assertThat(rig.leads()).isTrue();
        assertThat(rig.all(Effect.Renew.class)).hasSizeGreaterThanOrEqualTo(11);
        assertThat(rig.all(Effect.Cancel.class)).isEmpty();
        assertThat(rig.all(Effect.Release.class)).isEmpty();
    }

    @Test
    void theLeaseIsReleasedWhenTheWorkHasFinished() {
        CampaignRig rig = CampaignRig.working(CampaignRig.TIMING, GRACE);
        rig.resign();
        long token = rig.lease().token();
        List<Effect> effects = rig.workEnds(null);

        assertThat(effects).hasSize(2);
        assertThat(effects.get(0))
                .isInstanceOfSatisfying(
                        Effect.Tell.class,
                        tell -> assertThat(tell.event())
                                .isEqualTo(new ElectionEvent.Resigned(
                                        Records.ELECTION, rig.now().instant(), token, Reason.RESIGNED, "resigned")));
        assertThat(effects.get(1)).isInstanceOf(Effect.Release.class);
        assertThat(rig.all(Effect.Cancel.class)).isEmpty();
    }

    @Test
    void aRenewalUnderWayIsAnsweredBeforeTheRelease() {
        CampaignRig rig = CampaignRig.working(CampaignRig.TIMING, GRACE);
        rig.advance(CampaignRig.INTERVAL);
        rig.resign();
        rig.workEnds(null);
        assertThat(rig.campaign.snapshot().lease()).isNull();
        rig.renewal();

        rig.renew();
        assertThat(rig.release().lease().stamp().renewal()).isEqualTo(1);
    }

    @Test
    void workThatOverrunsItsGraceIsCancelledAndTheLeaseExpires() {
        CampaignRig rig = CampaignRig.working(CampaignRig.TIMING, GRACE);
        rig.onCalls(CampaignRig::renew);
        rig.resign();
        rig.advance(GRACE);
        assertThat(rig.all(Effect.Cancel.class)).hasSize(1);
        assertThat(rig.told(ElectionEvent.Resigned.class)).hasSize(1);

        Sighting ours =
                Records.held(rig.all(Effect.Renew.class).get(0).extension().held());
        rig.onCalls(store -> store.see(ours));
        rig.advance(Duration.ofMinutes(10));
        assertThat(rig.all(Effect.Release.class)).isEmpty();
        assertThat(rig.all(Effect.Kill.class)).hasSize(1);

        rig.workEnds(null);
        assertThat(rig.all(Effect.Release.class)).hasSize(1);
    }

    @Test
    void workCancelledAfterItsGraceIsNotGivenUpWhileTrustLasts() {
        CampaignRig rig = CampaignRig.working();
        Sighting ours = Records.held(rig.lease());
        rig.resign();
        assertThat(rig.all(Effect.Cancel.class)).hasSize(1);

        rig.onCalls(store -> store.see(ours));
        rig.advance(CampaignRig.TRUSTED.minusMillis(1));
        assertThat(rig.all(Effect.Kill.class)).isEmpty();
        rig.advance(CampaignRig.MARGIN);
        assertThat(rig.all(Effect.Kill.class)).hasSize(1);
    }

    @Test
    void shortSleepOfTheMachineShortensTheTimeToStop() {
        Duration slept = Duration.ofMillis(500);
        CampaignRig rig = CampaignRig.working();
        Sighting ours = Records.held(rig.lease());
        rig.stepWallClock(slept);
        rig.resign();
        rig.onCalls(store -> store.see(ours));
        Duration spare = CampaignRig.MARGIN.minus(CampaignRig.TTL.dividedBy(10));
        rig.advance(CampaignRig.TRUSTED.minus(slept).plus(spare));

        assertThat(rig.all(Effect.Kill.class)).hasSize(1);
    }

    @Test
    void withoutGraceTheWorkIsCancelledAtOnce() {
        CampaignRig rig = CampaignRig.working();
        List<Effect> effects = rig.close();

        assertThat(effects.subList(0, 2)).hasExactlyElementsOfTypes(Effect.Ask.class, Effect.Cancel.class);
        assertThat(rig.all(Effect.Release.class)).isEmpty();
        rig.workEnds(null);
        rig.released();
        assertThat(rig.campaign.snapshot().finished()).isTrue();
    }

    @Test
    void trustThatEndsDuringTheGraceEndsTheTermAtOnce() {
        CampaignRig rig = CampaignRig.working(CampaignRig.TIMING, GRACE);
        rig.resign();
        rig.advance(CampaignRig.TRUSTED);

        assertThat(rig.all(Effect.Cancel.class)).hasSize(1);
        assertThat(rig.told(ElectionEvent.Lost.class)).hasSize(1);
        assertThat(rig.told(ElectionEvent.Resigned.class)).isEmpty();
    }

    @Test
    void askingTwiceChangesNothing() {
        CampaignRig rig = CampaignRig.working(CampaignRig.TIMING, GRACE);
        rig.onCalls(CampaignRig::renew);
        rig.resign();
        rig.advance(GRACE.minusSeconds(1));
        rig.resign();
        rig.close();
        assertThat(rig.all(Effect.Ask.class)).hasSize(1);

        rig.advance(Duration.ofSeconds(1));
        assertThat(rig.all(Effect.Cancel.class)).as("the first grace counts").hasSize(1);
    }

    @Test
    void workThatReturnsKeepsTheTermAndRunsNoMoreInIt() {
        CampaignRig rig = CampaignRig.working();
        rig.onCalls(CampaignRig::renew);
        rig.workEnds(null);
        rig.advance(CampaignRig.TTL.multipliedBy(3));

        assertThat(rig.leads()).isTrue();
        assertThat(rig.all(Effect.Start.class)).hasSize(1);
        assertThat(rig.told(ElectionEvent.Resigned.class)).isEmpty();
    }

    @Test
    void workThatReturnedRunsAgainInTheNextTerm() {
        CampaignRig rig = CampaignRig.working();
        rig.workEnds(null);
        rig.resign();
        Sighting free = Records.released(rig.release().lease().token());
        rig.released();
        rig.onCalls(store -> {
            if (store.call() instanceof Effect.Inspect) {
                store.see(free);
            }
        });
        rig.see(free);
        rig.advance(CampaignRig.TTL);
        rig.grant();

        assertThat(rig.leads()).isTrue();
        assertThat(rig.all(Effect.Start.class)).hasSize(2);
    }

    @Test
    void aTermWaitsForCallersWhileItIsAskedToEnd() {
        CampaignRig rig = CampaignRig.working(CampaignRig.TIMING, GRACE);
        rig.workEnds(null);
        rig.onCalls(CampaignRig::renew);
        rig.campaign.observeWork(rig.now().nanos(), true);
        rig.resign();
        rig.advance(GRACE.minusNanos(1));
        assertThat(rig.leads()).isTrue();
        rig.campaign.observeWork(rig.now().nanos(), false);
        rig.tick();

        assertThat(rig.leads()).isFalse();
    }

    @Test
    void workThatThrowsGivesTheTermUpAndIsReported() {
        CampaignRig rig = CampaignRig.working();
        RuntimeException error = new IllegalStateException("no disk");
        rig.workEnds(error);

        assertThat(rig.told(ElectionEvent.Warning.class))
                .singleElement()
                .satisfies(trouble -> assertThat(trouble.error()).isSameAs(error))
                .satisfies(trouble ->
                        assertThat(trouble.cause()).contains("the work failed").contains("no disk"));
        assertThat(rig.told(ElectionEvent.Resigned.class)).hasSize(1);
        rig.release();
    }

    @Test
    void resigningWithoutATermDoesNothing() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.resign();
        rig.see(Records.never());

        rig.grant();
        assertThat(rig.leads()).isTrue();
        assertThat(rig.campaign.snapshot().ending()).isFalse();
    }

    @Test
    void workGivenWhileTheTermEndsIsNotStarted() {
        CampaignRig rig = CampaignRig.working(CampaignRig.TIMING, GRACE);
        rig.resign();
        rig.input(new Input.WorkGiven());

        assertThat(rig.all(Effect.Start.class)).hasSize(1);
    }
}
