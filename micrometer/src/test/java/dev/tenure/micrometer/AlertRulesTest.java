package dev.tenure.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The alert rules, as Prometheus itself judges them where it is installed: when each is raised, and when not. */
@Tag("process")
@Timeout(120)
class AlertRulesTest {
    @TempDir
    Path folder = Path.of("");

    @Test
    void eachAlertIsRaisedByWhatItMeans() throws IOException, InterruptedException {
        assumeTrue(
                new ProcessBuilder("sh", "-c", "command -v promtool").start().waitFor() == 0,
                "promtool is not installed");
        for (String file : new String[] {"alerts.yml", "alerts-test.yml"}) {
            try (InputStream in = Objects.requireNonNull(AlertRulesTest.class.getResourceAsStream(file))) {
                Files.copy(in, folder.resolve(file));
            }
        }

        Process promtool = new ProcessBuilder("promtool", "test", "rules", "alerts-test.yml")
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(promtool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(promtool.waitFor()).as(output).isZero();
    }
}
