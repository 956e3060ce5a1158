package dev.tenure.chaos;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
        ChaosOptions options =
                ChaosOptions.parse("--store", "file", "--minutes", "0.1", "--seed", "7", "--nodes", "2", "--ttl", "2s");

        ChaosRun.Result result = new ChaosRun(options, folder).run();

        assertThat(result.problems()).as(result.line()).isEmpty();
        assertThat(result.line())
                .startsWith("store=file seed=7 minutes=0.1 faults=")
                .contains(" overlaps=0 ");
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
