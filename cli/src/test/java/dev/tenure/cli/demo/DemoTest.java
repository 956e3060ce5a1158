package dev.tenure.cli.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.fixtures.TenureProcess;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The demo, and the simulator as a command. */
@Tag("process")
@Timeout(90)
class DemoTest {

    @Test
    void demoWithRoundsEndsWithSummary() throws IOException, InterruptedException {
        TenureProcess.Finished demo = TenureProcess.run(Map.of(), "demo", "--rounds", "2", "--every", "500ms");

        assertThat(demo.code()).as(demo.errors()).isZero();
        List<String> lines = demo.output().lines().toList();
        assertThat(lines).hasSize(4);
        assertThat(lines.get(1)).matches("round 1: kill -9 node-\\d, node-\\d leads after \\d+ ms, token \\d+");
        assertThat(lines.get(3))
                .matches("rounds=2 failover_min=\\d+ms failover_median=\\d+ms failover_max=\\d+ms tokens_grew=true");
    }

    @Test
    void simulatorPrintsSummaryLast() throws IOException, InterruptedException {
        TenureProcess.Finished simulate =
                TenureProcess.run(Map.of(), "simulate", "--seeds", "3", "--from", "7", "--nodes", "2");

        assertThat(simulate.code()).as(simulate.output()).isZero();
        assertThat(simulate.output().lines().reduce((a, b) -> b).orElse("")).startsWith("seeds=3 overlaps=0 ");
    }

    @Test
    void simulatePrintsTheTraceOfOneSeed() throws IOException, InterruptedException {
        TenureProcess.Finished simulate = TenureProcess.run(Map.of(), "simulate", "--from", "42", "--trace");

        assertThat(simulate.code()).as(simulate.output()).isZero();
        assertThat(simulate.output()).startsWith("seed 42\n").containsPattern("\nseed 42 digest [0-9a-f]+\\s*$");
    }

    @Test
    void simulatePrintsOneDigestPerSeed() throws IOException, InterruptedException {
        TenureProcess.Finished simulate =
                TenureProcess.run(Map.of(), "simulate", "--digests", "--seeds", "2", "--drift", "3");

        assertThat(simulate.code()).as(simulate.output()).isZero();
        assertThat(simulate.output().lines()).hasSize(2).allMatch(line -> line.matches("[12] [0-9a-f]+"));
    }
}
