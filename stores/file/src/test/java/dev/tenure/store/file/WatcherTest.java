package dev.tenure.store.file;

import static dev.tenure.store.file.SampleRecords.ELECTION;
import static dev.tenure.store.file.SampleRecords.write;
import static dev.tenure.testkit.StoreTestSteps.soon;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Backend;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.StoreTestSteps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("counts threads of the whole JVM")
@Tag("process")
@Timeout(60)
class WatcherTest {
    @TempDir
    Path root;

    private final BlockingQueue<String> wakeUps = new LinkedBlockingQueue<>();
    private FileCell watching;
    private FileCell other;

    @BeforeEach
    void open() {
        watching = new FileCell(disk(), new FolderLayout(root));
        other = SampleRecords.cell(root);
    }

    Disk disk() {
        return new DiskWithHooks((operation, path) -> {});
    }

    @AfterEach
    void close() {
        watching.close();
    }

    @Test
    void everyChangeWakes() throws InterruptedException {
        watch(ELECTION);

        for (long token = 1; token <= 3; token++) {
            write(other, token);
            assertThat(next()).isEqualTo(ELECTION);
        }
    }

    @Test
    void renewalOfOwnProcessWakesNobody() throws InterruptedException {
        watch(ELECTION);
        String version = write(other, 1);
        assertThat(next()).isEqualTo(ELECTION);

        for (long renewal = 1; renewal <= 10; renewal++) {
            version = other.write(ELECTION, SampleRecords.held(1, renewal), version, soon())
                    .orElseThrow();
        }
        letItLookAgain();
        assertThat(wakeUps).isEmpty();

        Sighting released = Sighting.Released.of(SampleRecords.held(1).lease(), null);
        assertThat(other.write(ELECTION, released, version, soon())).isPresent();
        assertThat(next()).isEqualTo(ELECTION);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void renewalOfOtherProcessWakes() throws InterruptedException {
        try (ChildJvm holder = ChildJvm.on(root)) {
            watch(ELECTION);
            for (int times = 1; times <= 3; times++) {
                holder.ask("claim 5"); // the same term again
                assertThat(next()).isEqualTo(ELECTION);
            }
        }
    }

    @Test
    void requestWakesOnlyWatchesOfItsElection() throws InterruptedException {
        watch(ELECTION);
        watch("another");

        for (long token = 1; token <= 5; token++) {
            other.requests().submit(SampleRecords.request(token), soon());
            assertThat(next()).isEqualTo(ELECTION);
        }
        letItLookAgain();
        assertThat(wakeUps).isEmpty();
    }

    @Test
    void requestAndRecordAtSameTimeBothWake() throws InterruptedException {
        other.requests().submit(SampleRecords.request(1), soon());
        write(other, 1);
        watch(ELECTION);

        assertThat(next()).isEqualTo(ELECTION);
        assertThat(next()).isEqualTo(ELECTION);
        letItLookAgain();
        assertThat(wakeUps).isEmpty();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void requestOfOtherProcessWakes() throws InterruptedException {
        watch(ELECTION);
        try (ChildJvm child = ChildJvm.on(root)) {
            assertThat(child.ask("submit 1")).isEqualTo("submitted");

            assertThat(next()).isEqualTo(ELECTION);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void deathOfHolderWakesOnce() throws InterruptedException {
        try (ChildJvm holder = ChildJvm.on(root)) {
            holder.ask("claim 5");
            watch(ELECTION);
            assertThat(next()).isEqualTo(ELECTION);

            holder.kill();

            assertThat(next()).isEqualTo(ELECTION);
            assertThat(watching.read(ELECTION, soon())).isInstanceOf(Sighting.Released.class);
            letItLookAgain();
            assertThat(wakeUps).isEmpty();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void stoppedHolderWakesNobody() throws Exception {
        try (ChildJvm holder = ChildJvm.on(root)) {
            holder.ask("claim 5");
            watch(ELECTION);
            assertThat(next()).isEqualTo(ELECTION);

            holder.stop();

            letItLookAgain();
            assertThat(wakeUps).isEmpty();
        }
    }

    @Test
    void vanishedRecordWakes() throws Exception {
        write(other, 1);
        watch(ELECTION);
        assertThat(next()).isEqualTo(ELECTION);

        FolderDeletion.remove(root);

        assertThat(next()).isEqualTo(ELECTION);
    }

    @Test
    void failingWakeUpStopsNoWatch() throws InterruptedException {
        watching.watch(ELECTION, () -> {
            wakeUps.add("failing");
            throw new IllegalStateException("meant to fail");
        });
        watch(ELECTION);

        for (long token = 1; token <= 2; token++) {
            write(other, token);
            assertThat(List.of(next(), next())).containsExactlyInAnyOrder("failing", ELECTION);
        }
    }

    @Test
    void closedWatchIsNotWoken() throws InterruptedException {
        watch(ELECTION).close();
        write(other, 1);

        letItLookAgain();

        assertThat(wakeUps).isEmpty();
    }

    @Test
    void oneThreadServesAllWatchesAndEndsWithTheStore() throws InterruptedException {
        List<Thread> before = watchers();
        for (int i = 0; i < 50; i++) {
            watch("election-" + i);
        }
        List<Thread> started =
                watchers().stream().filter(thread -> !before.contains(thread)).toList();

        assertThat(started).hasSize(1);
        assertThat(started.get(0).isDaemon()).isTrue();

        watching.close();
        watching.close();
        started.get(0).join();
        StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> watch(ELECTION));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void kernelIsTakenUpOnlyUntilTheStoreIsClosed() throws Exception {
        List<Thread> before = watchers();
        long notices = notices();
        watch(ELECTION);
        write(other, 1);
        assertThat(next()).isEqualTo(ELECTION);
        List<Thread> started =
                watchers().stream().filter(thread -> !before.contains(thread)).toList();

        watching.close();
        started.get(0).join();

        assertThat(notices()).isEqualTo(notices);
    }

    /** Returns how many times this JVM has the kernel tell of files. */
    private static long notices() throws IOException {
        long found = 0;
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            for (Path each : open.toList()) {
                if (Files.isSymbolicLink(each)
                        && Files.readSymbolicLink(each).toString().contains("inotify")) {
                    found++;
                }
            }
        }
        return found;
    }

    private Backend.Watch watch(String election) {
        return watching.watch(election, () -> wakeUps.add(election));
    }

    private String next() throws InterruptedException {
        String election = wakeUps.poll(30, TimeUnit.SECONDS);
        assertThat(election).as("wake-up").isNotNull();
        return String.valueOf(election);
    }

    /** Waits until the watcher has looked at everything at least once more: it goes through its watches in turn. */
    private void letItLookAgain() throws InterruptedException {
        BlockingQueue<String> turns = new LinkedBlockingQueue<>();
        for (int turn = 1; turn <= 3; turn++) {
            Backend.Watch watch = watching.watch("clock", () -> turns.add("turn"));
            writeClock();
            assertThat(turns.poll(30, TimeUnit.SECONDS)).isNotNull();
            watch.close();
        }
    }

    private void writeClock() {
        String version = other.read("clock", soon()).version();
        assertThat(other.write("clock", SampleRecords.held(1), version, soon())).isPresent();
    }

    private static List<Thread> watchers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("tenure-file-watch"))
                .toList();
    }
}
