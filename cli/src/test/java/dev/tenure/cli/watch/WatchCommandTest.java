package dev.tenure.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.fixtures.JsonReader;
import dev.tenure.cli.fixtures.TenureFleet;
import dev.tenure.cli.fixtures.TenureProcess;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code tenure watch} of running candidates, through a pipe. */
@Tag("process")
@Timeout(90)
class WatchCommandTest {
    @TempDir
    Path folder;

    private TenureFleet fleet;

    @BeforeEach
    void gather() throws IOException, InterruptedException {
        fleet = new TenureFleet(folder);
    }

    @AfterEach
    void disperse() throws IOException, InterruptedException {
        fleet.disperse();
    }

    private Map<String, @Nullable Object> await(BufferedReader lines, long token) throws IOException {
        while (true) {
            String line = lines.readLine();
            assertThat(line).as("a line with token %d", token).isNotNull();
            Map<String, @Nullable Object> event = JsonReader.object(line);
            if (Long.valueOf(token).equals(event.get("token")) && event.get("leader") != null) {
                return event;
            }
        }
    }

    @Test
    void watchReportsLeadersUntilTerminated() throws IOException, InterruptedException {
        fleet.start("first");
        fleet.start("second");
        TenureFleet.Start before = fleet.first();
        TenureProcess watch = TenureProcess.startPiped(fleet.environment(), List.of("watch", "demo", "--json"));
        try (BufferedReader lines = watch.pipe()) {
            assertThat(await(lines, before.token()))
                    .containsEntry("event", "Present")
                    .containsEntry("leader", before.name());

            fleet.node(before.name()).signal("KILL");
            TenureFleet.Start after = fleet.after(before);

            assertThat(await(lines, after.token()))
                    .containsEntry("event", "LeaderChanged")
                    .containsEntry("leader", after.name());
            watch.signal("TERM");
            assertThat(watch.exitCode()).isEqualTo(143);
            assertThat(watch.stderr()).isEmpty();
        } finally {
            watch.forget();
        }
    }

    @Test
    void watchOfAllElectionsSeesNewOnes() throws IOException, InterruptedException {
        fleet.start("first");
        TenureProcess watch = TenureProcess.startPiped(fleet.environment(), List.of("watch"));
        try (BufferedReader lines = watch.pipe()) {
            assertThat(lines.readLine()).contains(" demo: first leads, token ");

            assertThat(fleet.tenure("run", "another", "--", "true").code()).isZero();

            assertThat(lines.readLine()).contains(" another: ");
        } finally {
            watch.forget();
        }
    }

    @Test
    void watchEndsWhenItsReaderCloses() throws IOException, InterruptedException {
        fleet.start("first");
        fleet.start("second");
        TenureProcess watch = TenureProcess.startPiped(fleet.environment(), List.of("watch", "demo"));
        try {
            try (BufferedReader lines = watch.pipe()) {
                assertThat(lines.readLine()).contains(" leads, token ");
            }

            fleet.tenure("resign", "demo");

            assertThat(watch.exitCode()).isZero();
            assertThat(watch.stderr()).isEmpty();
        } finally {
            watch.forget();
        }
    }
}
