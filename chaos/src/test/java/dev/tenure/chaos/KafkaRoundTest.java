package dev.tenure.chaos;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
@Tag("server")
@Timeout(300)
class KafkaRoundTest {
    @TempDir
    Path folder;

    @Test
    void roundOnTopicsIsClean() throws Exception {
        Rounds.assertClean(
                folder, "kafka", "--ttl", "15s", "--faults", "stop,cut,latency,reset,resign,transfer,server-stop");
    }

    @Test
    void roundBesideGoNeliIsClean() throws Exception {
        Rounds.assertClean(folder, "kafka-goneli", "--faults", "stop,cut,latency,reset");
    }
}
