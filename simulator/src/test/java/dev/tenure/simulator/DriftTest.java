package dev.tenure.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.simulator.checks.Check;
import dev.tenure.simulator.scenario.RunOptions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that the simulator detects drift beyond the 5 % that the margin covers (R1). */
@Tag("slow")
class DriftTest {
    private static final long SEEDS = 1_000;
    private static final long SLICE = 100;

    @Test
    void fifteenPercentDriftLeadsToTwoLeaders() {
        boolean found = false;
        for (long from = 1; from <= SEEDS && !found; from += SLICE) {
            found = SeedRunner.run(from, SLICE, RunOptions.standard().withDrift(150_000)).failed().stream()
                    .anyMatch(result -> result.findings().get(0).check() == Check.ONE_LEADER);
        }

        assertThat(found).as("two leaders at once in one of %d seeds", SEEDS).isTrue();
    }
}
