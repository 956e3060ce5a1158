package dev.tenure.chaos;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
@Tag("server")
@Timeout(300)
class PostgresRoundTest {
    @TempDir
    Path folder;

    @Test
    void roundOnPostgresIsClean() throws Exception {
        Rounds.assertClean(folder, "postgres", "--ttl", "4s");
    }

    @Test
    void roundWithARestoredDatabaseIsClean() throws Exception {
        Rounds.assertClean(folder, "postgres", "--ttl", "2s", "--faults", "restore");
    }

    @Test
    void roundInRiversTableIsClean() throws Exception {
        Rounds.assertClean(folder, "river", "--faults", "stop,cut,latency,reset,resign");
    }
}
