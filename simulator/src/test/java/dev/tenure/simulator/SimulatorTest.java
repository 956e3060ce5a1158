package dev.tenure.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.simulator.scenario.RunOptions;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs the real engine with many seeds, and tests the output of the simulator. */
@Tag("slow")
class SimulatorTest {
    private static final long SEEDS = 2_000;

    @Test
    void realEngineHasNoFindings() {
        RunSummary summary = SeedRunner.run(1, SEEDS, RunOptions.standard());

        assertThat(summary.failed())
                .as("seeds with findings; see one with --from SEED --trace")
                .isEmpty();
        assertThat(summary.grants()).as("terms that began").isGreaterThan(5 * SEEDS);
    }

    @Test
    void lastLineIsTheSummary() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();

        int code = SimulateMain.run(print(printed), "--seeds", "3", "--from", "7", "--nodes", "3");

        assertThat(code).isZero();
        assertThat(text(printed).lines().reduce((first, last) -> last))
                .get()
                .asString()
                .startsWith("seeds=3 overlaps=0 token_errors=0 stuck=0 ");
    }

    @Test
    void seedWithFindingIsPrintedWithItsWholeTrace() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();

        int code = SimulateMain.run(print(printed), "--seeds", "400", "--drift", "30");

        assertThat(code).isOne();
        assertThat(text(printed).lines().filter(line -> line.matches("seed \\d+|seed \\d+ digest [0-9a-f]+")))
                .as("first and last line of the trace")
                .hasSize(2);
        assertThat(text(printed)).contains(" says ").contains(": ONE_LEADER at ");
    }

    @Test
    void invalidArgumentsAreRefusedWithTheUsage() {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();

        assertThat(SimulateMain.run(print(printed), "--seeds", "many")).isEqualTo(2);
        assertThat(SimulateMain.run(print(printed), "--sleeds", "1")).isEqualTo(2);
        assertThat(SimulateMain.run(print(printed), "--from")).isEqualTo(2);
        assertThat(SimulateMain.run(print(printed), "--drift", "100")).isEqualTo(2);
        assertThat(SimulateMain.run(print(printed), "--nodes", "0")).isEqualTo(2);
        assertThat(text(printed)).contains("--drift must be from 0 to 50;", "--nodes must be from 1 to 100;");
        assertThat(text(printed).lines()).hasSize(5).allMatch(line -> line.contains("usage: "));
    }

    private static PrintStream print(ByteArrayOutputStream to) {
        return new PrintStream(to, true, StandardCharsets.UTF_8);
    }

    private static String text(ByteArrayOutputStream printed) {
        return printed.toString(StandardCharsets.UTF_8);
    }
}
