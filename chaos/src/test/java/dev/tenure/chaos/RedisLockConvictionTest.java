package dev.tenure.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A lock in Redis without a token is found out. */
@Tag("server")
@Tag("process")
@Timeout(300)
class RedisLockConvictionTest {

    @Test
    void lockWithoutTokenLosesUpdates(@TempDir Path folder) throws Exception {
        ChaosOptions options = ChaosOptions.parse(
                "--store",
                "redis",
                "--program",
                "redis-lock",
                "--minutes",
                "0.3",
                "--seed",
                "3",
                "--nodes",
                "2",
                "--ttl",
                "1s",
                "--faults",
                "stop");

        ChaosRun.Result result = new ChaosRun(options, folder).run();

        assertThat(result.problems())
                .as(result.line())
                .anySatisfy(problem -> assertThat(problem).contains("lost update in payroll"));
    }
}
