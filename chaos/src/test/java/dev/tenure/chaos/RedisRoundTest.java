package dev.tenure.chaos;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
@Tag("server")
@Timeout(300)
class RedisRoundTest {
    @TempDir
    Path folder;

    @Test
    void roundOnOneServerIsClean() throws Exception {
        Rounds.assertClean(folder, "redis", "--ttl", "4s");
    }

    @Test
    void roundBehindSentinelIsClean() throws Exception {
        Rounds.assertClean(folder, "redis-sentinel", "--ttl", "4s");
    }

    @Test
    void roundInAClusterIsClean() throws Exception {
        Rounds.assertClean(folder, "redis-cluster", "--ttl", "4s");
    }
}
