package dev.tenure.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
@Timeout(120)
class ChaosRunTest {
    @TempDir
    Path folder;

    @Test
    void shortRunOnFileStoreFindsNothingWrong() throws Exception {
        ChaosOptions options = ChaosOptions.parse(
                "--store", "file", "--minutes", "0.15", "--seed", "7", "--nodes", "2", "--ttl", "5s");

        ChaosRun.Result result = new ChaosRun(options, folder).run();

        assertThat(result.problems()).as(result.line()).isEmpty();
        assertThat(result.line())
                .startsWith("store=file seed=7 minutes=0.2 faults=")
                .contains(" overlaps=0 ");
    }

    /** Each process has a store of its own in memory, so each of them leads. */
    @Test
    void nodesThatShareNoStoreAreFoundLeadingAtOnce() throws Exception {
        ChaosOptions options = ChaosOptions.parse(
                "--store", "file", "--minutes", "0.02", "--nodes", "2", "--ttl", "2s", "--faults", "none");
        Deployment separate =
                new Deployment("memory:chaos", List.of(), List.of("payroll"), Map.of(), List.of(), () -> {});

        ChaosRun.Result result = new ChaosRun(options, folder, () -> separate).run();

        assertThat(result.problems()).anySatisfy(problem -> assertThat(problem).contains("two led at once"));
    }

    @Test
    void overlapInRecordedTermsIsFound() throws Exception {
        Files.writeString(folder.resolve("node1-5.payroll.terms"), "node1-5 1 1000 2000\n");
        Files.writeString(folder.resolve("node2-6.payroll.terms"), "node2-6 2 1500 3000\n");

        Verdict verdict = Verdict.of(folder, List.of("payroll"));

        assertThat(verdict.overlaps()).isEqualTo(1);
        assertThat(verdict.problems()).singleElement().asString().contains("two led at once");
    }

    @Test
    void unknownStoreIsRefusedWithTheKnownOnes() {
        assertThatThrownBy(() -> ChaosOptions.parse("--store", "etcd"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("redis-sentinel");
    }
}
