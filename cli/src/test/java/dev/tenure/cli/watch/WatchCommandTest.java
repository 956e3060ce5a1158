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

    private Map<String, @Nullable Object> next(BufferedReader lines) throws IOException {
        String line = lines.readLine();
        assertThat(line).isNotNull();
        return JsonReader.object(line);
    }

    /** Returns the first of these events that names a leader with a later token. */
    private Map<String, @Nullable Object> leaderAfter(
            long token, Map<String, @Nullable Object> first, BufferedReader lines) throws IOException {
        Map<String, @Nullable Object> event = first;
        while (event.get("leader") == null || token(event) <= token) {
            event = next(lines);
        }
        return event;
    }

    private static long token(Map<String, @Nullable Object> event) {
        return event.get("token") instanceof Long token ? token : 0;
    }

    /** The watch names the leader to kill: on a busy machine the first term may be over before the watch begins. */
    @Test
    void watchReportsLeadersUntilTerminated() throws IOException, InterruptedException {
        fleet.start("first");
        fleet.start("second");
        fleet.first();
        TenureProcess watch = TenureProcess.startPiped(fleet.environment(), List.of("watch", "demo", "--json"));
        try (BufferedReader lines = watch.pipe()) {
            Map<String, @Nullable Object> present = next(lines);
            assertThat(present).containsEntry("event", "present").containsKeys("reason", "cause");
            Map<String, @Nullable Object> before = leaderAfter(0, present, lines);

            fleet.node(String.valueOf(before.get("leader"))).signal("KILL");

            assertThat(leaderAfter(token(before), next(lines), lines))
                    .containsEntry("event", "leader-changed")
                    .containsEntry("reason", "leader-seen");
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
