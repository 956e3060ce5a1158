package dev.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Watches of running candidates, through a pipe. */
@Tag("process")
@Timeout(90)
class WatchTest {
    @TempDir
    Path folder;

    private Fleet fleet;

    @BeforeEach
    void gather() throws IOException, InterruptedException {
        fleet = new Fleet(folder);
    }

    @AfterEach
    void disperse() throws IOException, InterruptedException {
        fleet.disperse();
    }

    private Map<String, @Nullable Object> await(BufferedReader lines, long token) throws IOException {
        while (true) {
            String line = lines.readLine();
            assertThat(line).as("a line with token %d", token).isNotNull();
            Map<String, @Nullable Object> event = JsonTexts.object(line);
            if (Long.valueOf(token).equals(event.get("token")) && event.get("leader") != null) {
                return event;
            }
        }
    }

    @Test
    void aWatchTellsWhoLeadsAndWhoLeadsNextUntilItIsToldToEnd() throws IOException, InterruptedException {
        fleet.start("first");
        fleet.start("second");
        Fleet.Start before = fleet.first();
        Wrapper watch = Wrapper.startPiped(fleet.environment(), List.of("watch", "demo", "--json"));
        try (BufferedReader lines = watch.pipe()) {
            assertThat(await(lines, before.token()))
                    .containsEntry("event", "Present")
                    .containsEntry("leader", before.name());

            fleet.node(before.name()).signal("KILL");
            Fleet.Start after = fleet.after(before);

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
    void aWatchOfAllElectionsSeesThoseThatBeginLater() throws IOException, InterruptedException {
        fleet.start("first");
        Wrapper watch = Wrapper.startPiped(fleet.environment(), List.of("watch"));
        try (BufferedReader lines = watch.pipe()) {
            assertThat(lines.readLine()).contains(" demo: first leads, token ");

            assertThat(fleet.tenure("run", "another", "--", "true").code()).isZero();

            assertThat(lines.readLine()).contains(" another: ");
        } finally {
            watch.forget();
        }
    }

    @Test
    void aWatchEndsWhenNobodyReadsItAnyMore() throws IOException, InterruptedException {
        fleet.start("first");
        fleet.start("second");
        Wrapper watch = Wrapper.startPiped(fleet.environment(), List.of("watch", "demo"));
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
