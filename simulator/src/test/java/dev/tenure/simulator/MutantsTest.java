package dev.tenure.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A simulator that cannot fail proves nothing: each engine that is broken on purpose must be found out. */
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class MutantsTest {
    private static final long SEEDS = 2_000;

    static List<Mutant> mutants() {
        return Mutants.all();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void aBrokenEngineIsFoundOut(Mutant mutant, @TempDir Path folder) throws Exception {
        String found = null;
        try (BrokenEngine engine = new BrokenEngine(mutant, folder)) {
            for (long seed = 1; seed <= SEEDS && found == null; seed++) {
                found = engine.firstFinding(seed);
                if (found != null) {
                    System.out.println(mutant + ": seed " + seed + ": " + found);
                }
            }
        }

        assertThat(found).as("what was found in %d seeds", SEEDS).isNotNull();
    }
}
