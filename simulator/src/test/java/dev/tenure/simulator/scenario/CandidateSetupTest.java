package dev.tenure.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.simulator.scenario.CandidateSetup.Rank;
import org.junit.jupiter.api.Test;

class CandidateSetupTest {
    @Test
    void rankComparesPriorityThenVersionIfNewestIsPreferred() {
        Rank old = new Rank(100, "1.9", true);

        assertThat(old.comesAfter(new Rank(50, "", false))).isTrue();
        assertThat(old.comesAfter(new Rank(100, "1.10", false))).isTrue();
        assertThat(new Rank(100, "1.9", false).comesAfter(new Rank(100, "1.10", true)))
                .isFalse();
        assertThat(old.comesAfter(old)).isFalse();
        assertThat(old.comesAfter(new Rank(200, "2.0", true))).isFalse();
    }
}
