package dev.tenure.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Electors that give stale answers after a pause are found out, and Tenure has none under the same fault.
 *
 * <p>A leader is stopped until another node leads, and asked again before the fault ends. By then ZooKeeper's client
 * has to sleep for 100 ms before it tells Curator, and Spring's initiator to wait for a heart-beat of 500 ms: the loop
 * that asks every half millisecond comes first.
 */
@Tag("server")
@Tag("process")
@Timeout(300)
@Execution(ExecutionMode.CONCURRENT) // they wait most of the time
class PeerConvictionTest {
    @TempDir
    Path folder;

    @Test
    void latchOfCuratorGivesStaleAnswers() throws Exception {
        assertThat(problemsOf("zookeeper", "curator-latch"))
                .anySatisfy(problem -> assertThat(problem).contains("two led at once"));
    }

    @Test
    void initiatorOfSpringOnJdbcGivesStaleAnswers() throws Exception {
        assertThat(problemsOf("postgres", "spring-jdbc"))
                .anySatisfy(problem -> assertThat(problem).contains("two led at once"));
    }

    @Test
    void initiatorOfSpringOnRedisGivesStaleAnswers() throws Exception {
        assertThat(problemsOf("redis", "spring-redis"))
                .anySatisfy(problem -> assertThat(problem).contains("two led at once"));
    }

    @Test
    void lockWithoutTokenLosesUpdates() throws Exception {
        assertThat(problemsOf("redis", "redis-lock"))
                .anySatisfy(problem -> assertThat(problem).contains("lost update in payroll"));
    }

    @Test
    void libraryIsCleanUnderTheSameFault() throws Exception {
        assertThat(problemsOf("redis", "library")).isEmpty();
    }

    /** What a run finds with two nodes whose leader is stopped until the other leads, again and again. */
    private List<String> problemsOf(String store, String program) throws Exception {
        ChaosOptions options = ChaosOptions.parse(
                "--store",
                store,
                "--program",
                program,
                "--minutes",
                "0.1",
                "--seed",
                "3",
                "--nodes",
                "2",
                "--ttl",
                "2s",
                "--faults",
                "stop-leader");
        ChaosRun.Result result = new ChaosRun(options, folder).run();
        assertThat(result.faults()).as(result.line()).containsKey("stop-leader");
        return result.problems();
    }
}
