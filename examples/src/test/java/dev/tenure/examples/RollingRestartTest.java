package dev.tenure.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Timing;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class RollingRestartTest {
    @Test
    void leadershipMovesToTheNewVersionInAtMostTwoChanges() throws InterruptedException {
        List<String> lines = new CopyOnWriteArrayList<>();
        Reigns reigns = new Reigns(lines::add);
        Timing timing = Timing.of(Duration.ofSeconds(5), Duration.ofMillis(200));

        new RollingRestart("memory:rolling-restart", timing, Duration.ofMillis(1200), reigns).run();

        assertThat(reigns.changes()).as("%s", lines).isBetween(1, 2);
        assertThat(reigns.overlaps()).isZero();
        assertThat(lines.get(lines.size() - 1)).contains("(version 2) leads");
    }
}
