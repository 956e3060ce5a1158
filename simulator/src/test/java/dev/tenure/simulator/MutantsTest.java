package dev.tenure.simulator;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
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

    /** Lines of a seed and the mutant that it found. Such a seed is tried first, so that most searches are short. */
    private static final String FOUND_BY = "mutant-seeds.txt";

    static List<Mutant> mutants() {
        return Mutants.all();
    }

    @ParameterizedTest
    @MethodSource("mutants")
    void everyMutantIsFound(Mutant mutant, @TempDir Path folder) throws Exception {
        String found = null;
        try (MutatedEngine engine = new MutatedEngine(mutant, folder)) {
            long[] seeds = LongStream.concat(recorded(mutant), LongStream.rangeClosed(1, SEEDS))
                    .toArray();
            for (long seed : seeds) {
                found = engine.firstFinding(seed);
                if (found != null) {
                    System.out.println(seed + " " + mutant + ": " + found);
                    break;
                }
            }
        }

        assertThat(found).as("the first finding in %d seeds", SEEDS).isNotNull();
    }

    /** A name that no mutant has would make its search long for ever, and nobody would notice. */
    @Test
    void everyRecordedSeedBelongsToAMutant() throws IOException {
        assertThat(lines().map(line -> line.split(" ", 2)[1]))
                .isSubsetOf(mutants().stream().map(Mutant::name).toList());
    }

    private static LongStream recorded(Mutant mutant) throws IOException {
        return lines().filter(line -> line.endsWith(" " + mutant.name()))
                .mapToLong(line -> Long.parseLong(line.split(" ", 2)[0]));
    }

    private static Stream<String> lines() throws IOException {
        try (InputStream file = requireNonNull(MutantsTest.class.getResourceAsStream(FOUND_BY))) {
            return new String(file.readAllBytes(), StandardCharsets.UTF_8).lines();
        }
    }
}
