package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R5 Order of loss: clean-ups, and what they leave behind")
class R05CleanUpTest {
    private final CampaignRig rig = CampaignRig.working();
    private final long number = rig.all(Effect.Start.class).get(0).number();

    @Test
    void aCleanUpAfterALossIsNeitherKilledNorTakenForWorkThatDoesNotStop() {
        rig.pause(CampaignRig.TTL);
        rig.tick();
        rig.input(new Input.CleansUp(number));
        rig.onCalls(store -> store.see(Records.never()));
        rig.advance(CampaignRig.TTL);

        assertThat(rig.all(Effect.Kill.class)).isEmpty();
        assertThat(rig.told(ElectionEvent.Trouble.class))
                .extracting(ElectionEvent.Trouble::cause)
                .noneMatch(cause -> cause.contains("has not stopped"));
        assertThat(rig.all(Effect.Release.class)).isEmpty();
    }

    @Test
    void theLeaseIsKeptWhileWorkThatEndedByItselfIsCleanedUpAfter() {
        rig.input(new Input.CleansUp(number));
        rig.onCalls(CampaignRig::renew);
        rig.advance(CampaignRig.TTL.multipliedBy(2));
        assertThat(rig.leads()).isTrue();
        rig.workEnds(null);

        assertThat(rig.leads()).isFalse();
    }

    @Test
    void aCleanUpThatIsLeftBehindLeavesItsLeaseToRunOut() {
        rig.input(new Input.CleansUp(number));
        rig.resign();
        rig.onCalls(store -> store.see(Records.never()));
        rig.input(new Input.JobEnded(number, null, true));
        rig.advance(CampaignRig.TTL);

        assertThat(rig.all(Effect.Release.class)).isEmpty();
        assertThat(rig.setup.leftToken()).isPositive();
    }

    @Test
    @DisplayName("who stands again does not release what a clean-up left behind still needs")
    void standingAgainReleasesNothingThatWasLeft() {
        CampaignRig again = CampaignRig.observing();
        again.setup.leaves(7);
        Sighting ours =
                Records.held(Records.lease(Records.SELF, 7, new WriteStamp(0, 1, Instant.EPOCH), CampaignRig.TTL));
        again.tick();
        again.onCalls(store -> {
            if (store.call() instanceof Effect.Inspect) {
                store.see(ours);
            }
        });
        again.see(ours);
        again.advance(CampaignRig.WAIT.minus(Duration.ofSeconds(1)));

        assertThat(again.all(Effect.Release.class)).isEmpty();
        assertThat(again.all(Effect.Claim.class)).isEmpty();
    }

    @Test
    @DisplayName("R11: what cannot be printed is named by its class")
    void whatCannotBePrintedIsNamedByItsClass() {
        Throwable unspeakable = new IllegalStateException() {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new IllegalStateException("unspeakable");
            }
        };

        assertThat(CallFailures.describe(unspeakable))
                .isEqualTo(unspeakable.getClass().getName());
    }
}
