package dev.tenure.spec;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.simulator.Simulation;
import dev.tenure.simulator.scenario.RunOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs of the real engine in the simulator are behaviours of the specification. */
@Tag("process")
@Tag("slow")
class TraceTest {
    /** 1.1 ttl by a clock that is 5 % fast, in thousandths of a ttl. */
    private static final int LEAST_WAIT = 1047;

    /** How many runs are replayed; {@code -Dspec.traces=200} replays more. */
    private static final int RUNS = Integer.getInteger("spec.traces", 16);

    /** How many are in one module: the parser needs some 30 MB for each. */
    private static final int AT_ONCE = 8;

    @TempDir
    Path folder;

    @BeforeEach
    void copySpecification() throws IOException {
        for (String module : List.of("Trace.tla", "Observe.tla")) {
            Files.copy(Model.sources().resolve(module), folder.resolve(module));
        }
    }

    @Test
    void runsOfTheSimulatorAreBehavioursOfTheSpecification() throws Exception {
        long seed = 1;
        for (int done = 0; done < RUNS; done += AT_ONCE) {
            Module module = Module.from(seed, AT_ONCE);
            Model.Verdict verdict = replay(module, LEAST_WAIT);
            System.out.println("Trace: seeds " + seed + " to " + module.lastSeed() + ", " + verdict.summary());

            assertThat(verdict.exit()).as(verdict.output()).isZero();
            seed = module.lastSeed() + 1;
        }
    }

    /** Shows that the replay can fail: an engine that waited for 1.1 ttl did not wait for 1.5. */
    @Test
    void claimBeforeTheWaitIsOverIsFound() throws Exception {
        Model.Verdict verdict = replay(Module.from(1, 4), 1500);

        assertThat(verdict.exit()).as(verdict.output()).isNotZero();
        assertThat(verdict.output()).contains("claims too early");
    }

    private Model.Verdict replay(Module module, int waitPerMille) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("TraceRuns.tla"), module.text());
        Files.writeString(folder.resolve("TraceRuns.cfg"), """
                SPECIFICATION Spec
                CONSTANTS
                  Traces <- Runs
                  WaitPerMille = %d
                INVARIANT IsABehaviour
                CHECK_DEADLOCK FALSE
                """.formatted(waitPerMille));
        List<String> arguments = List.of(
                "-workers",
                "1",
                "-metadir",
                folder.resolve("states").toString(),
                "-config",
                "TraceRuns.cfg",
                "TraceRuns.tla");
        return Model.run(arguments, folder, folder.resolve("trace.out"));
    }

    /** A module of TLA+ with the first runs from a seed on that used a store without a clock. */
    private record Module(String text, long lastSeed) {
        static Module from(long first, int runs) {
            StringBuilder text = new StringBuilder("---- MODULE TraceRuns ----\nEXTENDS Trace\n");
            List<String> names = new ArrayList<>();
            long seed = first - 1;
            while (names.size() < runs) {
                seed++;
                List<String> trace =
                        Simulation.run(seed, RunOptions.standard().withTrace()).trace();
                if (SimulatorTrace.isReplayed(trace)) {
                    names.add("Seed" + seed);
                    text.append("Seed" + seed + " == ")
                            .append(SimulatorTrace.of(trace))
                            .append('\n');
                }
            }
            text.append("Runs == <<").append(String.join(", ", names)).append(">>\n====\n");
            return new Module(text.toString(), seed);
        }
    }
}
