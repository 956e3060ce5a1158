package dev.tenure.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same program on every store, told apart by nothing but the URI: its leader is killed at random moments. */
@Tag("long")
@Tag("process")
@Tag("server")
@Timeout(1800)
class SlotRoundTest {
    private static final Duration TTL = Duration.ofSeconds(4);

    @TempDir
    Path folder;

    @Test
    void noSlotIsLostOrRunTwiceOnFiles() throws Exception {
        assertClean("file", 30);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"postgres", "redis", "redis-sentinel", "redis-cluster", "s3", "dynamodb", "route53", "kafka"})
    void noSlotIsLostOrRunTwiceOnServers(String store) throws Exception {
        assertClean(store, 2);
    }

    private void assertClean(String store, int kills) throws Exception {
        ChaosOptions options = ChaosOptions.parse("--store", store, "--seed", "7");
        try (Deployment deployment = Deployments.start(options, folder)) {
            SlotRun.Result result = new SlotRun(deployment, folder, TTL, options.seed()).run(kills);

            assertThat(result.problems()).as(result.line()).isEmpty();
            assertThat(result.line()).startsWith("kills=" + kills + " ");
        }
    }
}
