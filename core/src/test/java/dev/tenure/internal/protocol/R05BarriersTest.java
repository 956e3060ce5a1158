package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.Reason;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Reservation;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R5 Order of loss: listeners that a release waits for")
class R05BarriersTest {
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final CampaignRig rig = CampaignRig.leading();
    private final long token = rig.lease().token();

    R05BarriersTest() {
        rig.hasBarriers = true;
    }

    @Test
    void theLeaseIsReleasedOnlyAfterBarriersHaveHeardOfTheEnd() {
        rig.resign();
        assertThat(rig.told(ElectionEvent.Resigned.class)).hasSize(1);
        assertThat(rig.leads()).isFalse();
        assertThat(rig.call()).isNull();

        rig.input(new Input.BarriersPassed(token));

        rig.release();
    }

    @Test
    void afterTheGraceTheLeaseIsLeftToRunOut() {
        rig.resign();
        rig.advance(PATIENCE.minusNanos(1));
        assertThat(rig.all(Effect.Release.class)).isEmpty();
        rig.onCalls(store -> store.see(Records.never()));
        rig.advance(CampaignRig.TTL);

        assertThat(rig.all(Effect.Release.class)).isEmpty();
        assertThat(rig.told(ElectionEvent.Warning.class))
                .extracting(ElectionEvent.Warning::cause)
                .containsExactly(
                        "a barrier listener or runIfLeader call has not returned in time: the lease is left to run out");
    }

    @Test
    @DisplayName("a lease that is left to run out is not released because it turns up as one of ours (R8); it runs out")
    void leaseLeftToExpireIsNotReleasedWhenSeenAgain() {
        Lease left = rig.lease();
        rig.resign();
        rig.onCalls(store -> {
            if (store.call() instanceof Effect.Inspect) {
                store.see(Records.held(left));
            }
        });
        rig.advance(CampaignRig.TTL.multipliedBy(2));

        assertThat(rig.all(Effect.Release.class)).isEmpty();
        assertThat(rig.claim().ballot().condition().waitedOut()).isTrue();
    }

    @Test
    void aLookAtTheRecordMeanwhileDoesNotLoseTheReservation() {
        Lease ours = rig.lease();
        rig.input(new Input.Resign(0, Reason.TRANSFERRED, "handed over", Duration.ZERO, "another-instance"));
        rig.wakeUp();
        rig.advance(PATIENCE.dividedBy(2));
        rig.see(Records.held(ours));
        rig.input(new Input.BarriersPassed(token));

        assertThat(rig.release().to().reservation())
                .isEqualTo(new Reservation("another-instance", CampaignRig.INTERVAL));
    }

    @Test
    void aBarrierThatPassesTooLateReleasesNothing() {
        rig.resign();
        rig.onCalls(store -> store.see(Records.never()));
        rig.advance(PATIENCE);
        rig.input(new Input.BarriersPassed(token));
        rig.advance(Duration.ofSeconds(1));

        assertThat(rig.all(Effect.Release.class)).isEmpty();
    }

    @Test
    void aBarrierOfAnotherTermPassesNothing() {
        rig.resign();
        rig.input(new Input.BarriersPassed(token - 1));

        assertThat(rig.all(Effect.Release.class)).isEmpty();
    }

    @Test
    void workAndBarriersAreBothWaitedFor() {
        rig.input(new Input.WorkGiven());
        rig.resign();
        rig.input(new Input.BarriersPassed(token));
        assertThat(rig.all(Effect.Release.class)).isEmpty();
        rig.workEnds(null);

        rig.release();
    }

    @Test
    void aLeaseLostAgainstOurWillWaitsForBarriersToo() {
        rig.pause(CampaignRig.TTL);
        rig.tick();
        assertThat(rig.told(ElectionEvent.Lost.class)).hasSize(1);
        assertThat(rig.all(Effect.Release.class)).isEmpty();
        rig.input(new Input.BarriersPassed(token));

        rig.release();
    }

    @Test
    void withoutBarriersNothingIsWaitedFor() {
        CampaignRig plain = CampaignRig.leading();

        plain.resign();

        plain.release();
    }
}
