package dev.tenure.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A few seeds, for the quick loop: {@link SimulatorTest} runs many more. */
class SmokeTest {
    @Test
    void nothingIsFoundInTheFirstSeeds() {
        Summary summary = Batch.run(1, 100, Options.standard());

        assertThat(summary.failed())
                .as("seeds with findings; look at one with --from SEED --trace")
                .isEmpty();
    }
}
