package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("counts threads and memory of the whole JVM")
class ManyElectionsTest {
    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    private long threadsFor(int elections) throws InterruptedException {
        return ManyElections.measure(elections, Duration.ZERO, new PrintStream(printed, true, StandardCharsets.UTF_8));
    }

    @Test
    @DisplayName("a candidate that leads thousands of elections has the threads of one that leads a few")
    void threadsDoNotGrowWithElections() throws InterruptedException {
        // Pools may be full for a moment on a busy machine; threads that grew with elections would be hundreds.
        assertThat(threadsFor(2_000)).isBetween(1L, 20L);
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("elections=2000")
                .contains(" threads=");
    }
}
