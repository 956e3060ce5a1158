package dev.tenure.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A finding is worth as much as its seed: the same seed must give the same run. */
@Tag("slow")
class ReplayTest {

    @Test
    void aSeedReplaysExactlyWhetherTracedOrNot() {
        for (long seed = 1; seed <= 50; seed++) {
            Result first = Simulation.run(seed, Options.standard());
            Result second = Simulation.run(seed, Options.standard().withTrace());

            assertThat(second.digest()).as("seed %d", seed).isEqualTo(first.digest());
            assertThat(second.virtualNanos()).as("seed %d", seed).isEqualTo(first.virtualNanos());
        }
    }

    @Test
    void aTraceReplaysLineByLine() {
        Options traced = Options.standard().withTrace();

        assertThat(Simulation.run(11, traced).trace())
                .isEqualTo(Simulation.run(11, traced).trace());
    }

    @Test
    void otherSeedsGiveOtherRuns() {
        assertThat(Simulation.run(1, Options.standard()).digest())
                .isNotEqualTo(Simulation.run(2, Options.standard()).digest());
    }

    @Test
    void theTraceNamesItsSeedOnItsFirstAndLastLine() {
        Result result = Simulation.run(42, Options.standard().withTrace());

        assertThat(result.trace().get(0)).isEqualTo("seed 42");
        assertThat(result.trace().get(result.trace().size() - 1))
                .isEqualTo("seed 42 digest " + Long.toHexString(result.digest()));
        assertThat(Simulation.run(42, Options.standard()).trace()).isEmpty();
    }

    @Test
    void digestsArePrintedSeedBySeedForComparison() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();

        SimulateMain.run(
                new PrintStream(printed, true, StandardCharsets.UTF_8), "--digests", "--from", "5", "--seeds", "2");

        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("5 " + digest(5), "6 " + digest(6));
    }

    private static String digest(long seed) {
        return Long.toHexString(Simulation.run(seed, Options.standard()).digest());
    }
}
