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

/** Tests that the simulator finds every mutant: an engine with one deliberate mistake. */
@Order(1) // takes longest, so it starts first
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
class MutantsTest {
    private static final long SEEDS = 2_000;

    /**
     * Seeds that are tried first because each of them once found a mutant. If none of them finds a mutant any more, the
     * search only takes longer.
     */
    private static final long[] FIRST = {
        1, 3, 6, 11, 14, 15, 32, 33, 36, 50, 59, 67, 99, 122, 134, 146, 163, 326, 357, 415, 471, 597, 658, 786
    };

    static List<Mutant> mutants() {
        return Mutants.all();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void everyMutantIsFound(Mutant mutant, @TempDir Path folder) throws Exception {
        String found = null;
        try (MutatedEngine engine = new MutatedEngine(mutant, folder)) {
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

        assertThat(found).as("the first finding in %d seeds", SEEDS).isNotNull();
    }
}
