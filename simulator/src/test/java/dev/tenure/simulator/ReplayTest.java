package dev.tenure.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.simulator.scenario.RunOptions;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that the same seed gives the same run. */
@Tag("slow")
class ReplayTest {

    @Test
    void sameSeedGivesSameDigestWithAndWithoutTrace() {
        for (long seed = 1; seed <= 50; seed++) {
            RunResult first = Simulation.run(seed, RunOptions.standard());
            RunResult second = Simulation.run(seed, RunOptions.standard().withTrace());

            assertThat(second.digest()).as("seed %d", seed).isEqualTo(first.digest());
            assertThat(second.virtualNanos()).as("seed %d", seed).isEqualTo(first.virtualNanos());
        }
    }

    @Test
    void sameSeedGivesSameTrace() {
        RunOptions traced = RunOptions.standard().withTrace();

        assertThat(Simulation.run(11, traced).trace())
                .isEqualTo(Simulation.run(11, traced).trace());
    }

    @Test
    void differentSeedsGiveDifferentDigests() {
        assertThat(Simulation.run(1, RunOptions.standard()).digest())
                .isNotEqualTo(Simulation.run(2, RunOptions.standard()).digest());
    }

    @Test
    void firstAndLastLineOfTraceNameTheSeed() {
        RunResult result = Simulation.run(42, RunOptions.standard().withTrace());

        assertThat(result.trace().get(0)).isEqualTo("seed 42");
        assertThat(result.trace().get(result.trace().size() - 1))
                .isEqualTo("seed 42 digest " + Long.toHexString(result.digest()));
        assertThat(Simulation.run(42, RunOptions.standard()).trace()).isEmpty();
    }

    @Test
    void digestsArePrintedOnePerSeed() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();

        SimulateMain.run(
                new PrintStream(printed, true, StandardCharsets.UTF_8), "--digests", "--from", "5", "--seeds", "2");

        assertThat(printed.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("5 " + digest(5), "6 " + digest(6));
    }

    private static String digest(long seed) {
        return Long.toHexString(Simulation.run(seed, RunOptions.standard()).digest());
    }
}
