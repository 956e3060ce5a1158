package dev.tenure.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A simulator that cannot fail proves nothing: each engine that is broken on purpose must be found out. */
@Order(1) // takes longest, so that it starts first
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class MutantsTest {
    private static final long SEEDS = 2_000;

    /**
     * Tried before the others, because each of them was the first to find a mutant once. A mutant that none of them
     * finds any more only takes longer to find.
     */
    private static final long[] FIRST = {
        1, 3, 6, 11, 14, 15, 32, 33, 36, 50, 59, 67, 99, 122, 134, 146, 357, 415, 471, 658
    };

    static List<Mutant> mutants() {
        return Mutants.all();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void aBrokenEngineIsFoundOut(Mutant mutant, @TempDir Path folder) throws Exception {
        String found = null;
        try (BrokenEngine engine = new BrokenEngine(mutant, folder)) {
            long[] seeds = LongStream.concat(LongStream.of(FIRST), LongStream.rangeClosed(1, SEEDS))
                    .toArray();
            for (long seed : seeds) {
                found = engine.firstFinding(seed);
                if (found != null) {
                    System.out.println(mutant + ": seed " + seed + ": " + found);
                    break;
                }
            }
        }

        assertThat(found).as("what was found in %d seeds", SEEDS).isNotNull();
    }
}
