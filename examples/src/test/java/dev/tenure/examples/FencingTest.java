package dev.tenure.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Term;
import dev.tenure.testkit.ManualElection;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example that needs no server. */
class FencingTest {
    @Test
    void staleLeaderStops(@TempDir Path folder) throws IOException {
        Path report = folder.resolve("report");
        try (ManualElection payroll = new ManualElection("payroll")) {
            Term first = payroll.acquire().orElseThrow();
            Fencing.file(report, first, new byte[] {1});
            payroll.lose("paused");
            Term second = payroll.acquire().orElseThrow();

            assertThat(Fencing.stops(report, second, new byte[] {2})).isTrue();
            assertThat(Fencing.stops(report, first, new byte[] {3})).isFalse();
            assertThat(Files.readAllBytes(report)).containsExactly(2);
        }
    }
}
