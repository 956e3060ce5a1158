package dev.tenure.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.simulator.Mutant;
import dev.tenure.simulator.Mutants;
import dev.tenure.simulator.MutatedEngine;
import dev.tenure.simulator.Simulation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs of the real engine in the simulator are behaviours of the specification, and those of a broken one are not. */
@Tag("process")
@Tag("slow")
class TraceTest {
    /** How many runs are replayed; {@code -Dspec.traces=500} replays more. */
    private static final int RUNS = Integer.getInteger("spec.traces", 64);

    /** How many are in one module: the checker needs some 15 MB for each. */
    private static final int AT_ONCE = 16;

    private static final int RUNS_OF_BROKEN_ENGINE = 10;
    private static final long SEED_WITH_LOST_RECORD = 14;

    @TempDir
    Path folder;

    private static List<String> trace(long seed) {
        return Simulation.run(seed, Replay.OPTIONS.withTrace()).trace();
    }

    private Replay.Verdict replay(List<SimulatorTrace> runs) throws IOException, InterruptedException {
        return new Replay(runs).run(Files.createTempDirectory(folder, "runs"));
    }

    @Test
    void runsOfTheSimulatorAreBehavioursOfTheSpecification() throws Exception {
        long[] seeds = Replay.seeds(1).limit(RUNS).toArray();
        for (int first = 0; first < RUNS; first += AT_ONCE) {
            long[] some = Arrays.copyOfRange(seeds, first, Math.min(first + AT_ONCE, RUNS));
            List<SimulatorTrace> runs = Arrays.stream(some)
                    .mapToObj(seed -> new SimulatorTrace(seed, trace(seed)))
                    .toList();
            Replay.Verdict verdict = replay(runs);
            System.out.println("Trace: " + some.length + " runs, seeds " + some[0] + " to " + some[some.length - 1]
                    + ", " + verdict.summary());

            assertThat(verdict.rejected()).isEmpty();
        }
    }

    /** One run with one line changed. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a claim that was granted and not written | (lands  CLAIM, step \\d+:) written | $1 not written | writes",
                "a release that was not written | (lands  RELEASE, step \\d+:) written | $1 not written | writes",
                "a record that was not lost | loses the record | does nothing | reads",
                "a leader who was not granted its term | n1#1(  +says   Acquired) | n2#2$1 | acquires",
                "a look that shows what is not there | (lands  LOOK, .*: sees) lease of .* | $1 no record | reads",
                "another token than the one that was granted | (says   Acquired) \\d+ | $1 1 | acquires"
            })
    void tamperedTraceIsRejected(String tampering, String find, String replace, String event) throws Exception {
        List<String> lines = new ArrayList<>(trace(SEED_WITH_LOST_RECORD));
        int changed = IntStream.range(0, lines.size())
                .filter(index -> Pattern.compile(find).matcher(lines.get(index)).find())
                .findFirst()
                .orElseThrow();
        lines.set(changed, lines.get(changed).replaceFirst(find, replace));

        assertThat(replay(List.of(new SimulatorTrace(SEED_WITH_LOST_RECORD, lines)))
                        .rejected())
                .as(tampering)
                .startsWith("seed " + SEED_WITH_LOST_RECORD + ": the specification has no step for " + event + ",");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "trust counted from the answer",
                "observation counted from the call's start",
                "take-over by the wall clock",
                "absence taken for release"
            })
    void runsOfBrokenEngineAreRejected(String mistake) throws Exception {
        Mutant mutant = Mutants.all().stream()
                .filter(candidate -> candidate.name().equals(mistake))
                .findAny()
                .orElseThrow();
        List<SimulatorTrace> runs = new ArrayList<>();
        try (MutatedEngine engine = new MutatedEngine(mutant, Files.createTempDirectory(folder, "engine"))) {
            for (long seed : Replay.seeds(1).limit(RUNS_OF_BROKEN_ENGINE).toArray()) {
                runs.add(new SimulatorTrace(seed, engine.trace(seed, Replay.OPTIONS)));
            }
        }

        assertThat(replay(runs).rejected()).contains("the specification has no step for ");
    }
}
