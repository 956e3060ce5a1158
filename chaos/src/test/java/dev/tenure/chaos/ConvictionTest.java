package dev.tenure.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Every check of a run can fail: each is shown something that it must find. */
@Tag("process")
@Tag("slow")
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT) // they wait most of the time
class ConvictionTest {
    @TempDir
    Path folder;

    @Test
    void storeThatIsNotSharedHasTwoLeaders() throws Exception {
        assertThat(problemsOf("unshared", "--minutes", "0.1", "--faults", "none", "--ttl", "30s"))
                .anySatisfy(problem -> assertThat(problem).contains("two led at once"));
    }

    @Test
    void storeThatHandsOutOneTokenLosesUpdates() throws Exception {
        assertThat(problemsOf("one-token", "--minutes", "0.1", "--faults", "none", "--ttl", "30s"))
                .anySatisfy(problem -> assertThat(problem).contains("lost update in payroll"));
    }

    @Test
    void storeWhoseTokensFallIsFound() throws Exception {
        assertThat(problemsOf("falling-tokens", "--minutes", "0.1", "--faults", "kill"))
                .anySatisfy(problem -> assertThat(problem).contains("the token did not grow"));
    }

    @Test
    void storeThatGrantsOnlyOnceHasNoLeaderInTheEnd() throws Exception {
        assertThat(problemsOf("one-grant", "--minutes", "0.1", "--faults", "kill"))
                .anySatisfy(problem -> assertThat(problem).contains("no leader although nothing is broken"));
    }

    @Test
    void storeThatGrantsLateLeavesTheElectionVacant() throws Exception {
        assertThat(problemsOf("slow-grants", "--minutes", "0.2", "--faults", "kill", "--bound", "2s"))
                .anySatisfy(problem -> assertThat(problem).contains("nobody led payroll for"));
    }

    @Test
    void workThatNeverEndsIsFoundBesideTheNextLeader() throws Exception {
        ChaosRun.Result result = new ChaosRun(
                        options("--minutes", "0.2", "--faults", "stop-leader", "--work", "deaf", "--ttl", "1s"), folder)
                .run();

        assertThat(result.problems())
                .as(result.line())
                .anySatisfy(problem -> assertThat(problem).contains("after trust"));
    }

    /** What a run finds with two nodes on the file store with the defect. */
    private List<String> problemsOf(String defect, String... more) throws Exception {
        Path elections = Files.createDirectories(folder.resolve("broken"));
        Deployment broken = new Deployment(
                "broken:" + elections + "?defect=" + defect,
                List.of(),
                List.of("payroll"),
                Map.of(),
                List.of(),
                Optional.empty(),
                () -> {});
        return new ChaosRun(options(more), folder, () -> broken).run().problems();
    }

    private static ChaosOptions options(String... more) {
        List<String> all = new ArrayList<>(List.of("--store", "file", "--nodes", "2", "--seed", "3"));
        all.addAll(List.of(more));
        if (!all.contains("--ttl")) {
            all.addAll(List.of("--ttl", "1s"));
        }
        return ChaosOptions.parse(all.toArray(String[]::new));
    }
}
