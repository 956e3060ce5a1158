package dev.tenure.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Short runs, one per store, as part of the build. */
final class Rounds {
    private Rounds() {}

    /** Runs two nodes for six seconds under faults from the seed, and finds nothing wrong. */
    static void assertClean(Path folder, String store, String... more) throws Exception {
        List<String> all =
                new ArrayList<>(List.of("--store", store, "--minutes", "0.1", "--seed", "7", "--nodes", "2"));
        all.addAll(List.of(more));

        ChaosRun.Result result = new ChaosRun(ChaosOptions.parse(all.toArray(String[]::new)), folder).run();

        assertThat(result.problems()).as(result.line()).isEmpty();
        assertThat(result.line()).startsWith("store=" + store + " ").contains(" overlaps=0 ");
        assertThat(folder.resolve("plot.svg")).isNotEmptyFile();
    }
}
