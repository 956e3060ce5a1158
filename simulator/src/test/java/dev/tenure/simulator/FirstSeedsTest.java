package dev.tenure.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.simulator.scenario.RunOptions;
import org.junit.jupiter.api.Test;

/** Runs a few seeds in the quick build. {@link SimulatorTest} runs many more. */
class FirstSeedsTest {
    @Test
    void firstSeedsHaveNoFindings() {
        RunSummary summary = SeedRunner.run(1, 100, RunOptions.standard());

        assertThat(summary.failed())
                .as("seeds with findings; see one with --from SEED --trace")
                .isEmpty();
    }
}
