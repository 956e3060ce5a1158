package dev.tenure.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The margin pays for clocks that are 5 % off, and for no more: the simulator must see where it ends (R1). */
@Tag("slow")
class DriftTest {
    private static final long SEEDS = 1_000;
    private static final long SLICE = 100;

    @Test
    void clocksThatAreFifteenPercentOffMakeTwoLeaders() {
        boolean found = false;
        for (long from = 1; from <= SEEDS && !found; from += SLICE) {
            found = Batch.run(from, SLICE, Options.standard().withDrift(150_000)).failed().stream()
                    .anyMatch(result -> result.findings().get(0).check() == Check.ONE_LEADER);
        }

        assertThat(found).as("two leaders at once in one of %d seeds", SEEDS).isTrue();
    }
}
