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

    private static final int RUNS = Integer.getInteger("spec.traces", 24);

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
        Model.Verdict verdict = replay(RUNS, LEAST_WAIT);
        System.out.println("Trace: " + RUNS + " runs, " + verdict.summary());

        assertThat(verdict.exit()).as(verdict.output()).isZero();
    }

    /** Shows that the replay can fail: an engine that waited for 1.1 ttl did not wait for 1.5. */
    @Test
    void claimBeforeTheWaitIsOverIsFound() throws Exception {
        Model.Verdict verdict = replay(4, 1500);

        assertThat(verdict.exit()).as(verdict.output()).isNotZero();
        assertThat(verdict.output()).contains("claims too early");
    }

    private Model.Verdict replay(int runs, int waitPerMille) throws IOException, InterruptedException {
        Files.writeString(folder.resolve("TraceRuns.tla"), module(runs));
        Files.writeString(
                folder.resolve("TraceRuns.cfg"),
                """
                SPECIFICATION Spec
                CONSTANTS
                  Traces <- Runs
                  WaitPerMille = %d
                INVARIANT IsABehaviour
                CHECK_DEADLOCK FALSE
                """
                        .formatted(waitPerMille));
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

    /** Returns a module with the first runs that used a store without a clock. */
    private static String module(int runs) {
        StringBuilder module = new StringBuilder("---- MODULE TraceRuns ----\nEXTENDS Trace\n");
        List<String> names = new ArrayList<>();
        for (long seed = 1; names.size() < runs; seed++) {
            List<String> trace =
                    Simulation.run(seed, RunOptions.standard().withTrace()).trace();
            if (SimulatorTrace.isReplayed(trace)) {
                names.add("Seed" + seed);
                module.append("Seed" + seed + " == ")
                        .append(SimulatorTrace.of(trace))
                        .append('\n');
            }
        }
        return module.append("Runs == <<")
                .append(String.join(", ", names))
                .append(">>\n====\n")
                .toString();
    }
}
