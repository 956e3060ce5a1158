package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R7 Whoever saw it alive waits it out: a release that was undone")
class R07UndoneReleaseTest {
    private final Observation observation = new Observation(CampaignRig.observing().setup);

    private void seeAt(long seconds, Sighting sighting) {
        long at = Duration.ofSeconds(seconds).toNanos();
        observation.note(sighting, at, at);
    }

    @Test
    @DisplayName("a term that came back after its release, and vanished, is not ended by the news of that release")
    void newsOfTheFirstReleaseDoesNotEndTheWait() {
        seeAt(0, Records.held(Records.foreign(5, 0)));
        seeAt(1, Records.released(5));
        seeAt(2, Records.held(Records.foreign(5, 1)));
        seeAt(3, Records.never());
        seeAt(4, Records.released(6, 5));

        assertThat(Duration.ofNanos(observation.claimableAtNanos())).isEqualTo(CampaignRig.WAIT.plusSeconds(3));
    }
}
