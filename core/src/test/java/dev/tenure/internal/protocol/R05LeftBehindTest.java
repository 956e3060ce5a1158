package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.internal.fixtures.Records;
import dev.tenure.internal.runtime.EngineLog;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R5 Order of loss: what is left behind")
class R05LeftBehindTest {
    @Test
    @DisplayName("standing again does not release a lease that was left to run out")
    void standingAgainReleasesNothingThatWasLeft() {
        CampaignRig again = CampaignRig.observing();
        again.setup.leaveToExpire(7);
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
    void exceptionThatCannotBePrintedIsNamedByItsClass() {
        Throwable unspeakable = new IllegalStateException() {
            private static final long serialVersionUID = 1L;

            @Override
            public String getMessage() {
                throw new IllegalStateException("unspeakable");
            }
        };

        assertThat(EngineLog.describe(unspeakable))
                .isEqualTo(unspeakable.getClass().getName());
    }
}
