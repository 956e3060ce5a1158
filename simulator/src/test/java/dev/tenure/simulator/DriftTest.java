package dev.tenure.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The margin pays for clocks that are 5 % off, and for no more: the simulator must see where it ends (R1). */
@Tag("slow")
class DriftTest {

    @Test
    void clocksThatAreFifteenPercentOffMakeTwoLeaders() {
        Summary summary = Batch.run(1, 1_000, Options.standard().withDrift(150_000));

        assertThat(summary.failed())
                .filteredOn(result -> result.findings().get(0).check() == Check.ONE_LEADER)
                .isNotEmpty();
    }
}
