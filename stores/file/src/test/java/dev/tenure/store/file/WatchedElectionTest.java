package dev.tenure.store.file;

import static dev.tenure.store.file.SampleRecords.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** How one election is looked at, with the kernel's notices and without. */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class WatchedElectionTest {
    private static final CountDownLatch NEVER = new CountDownLatch(1);

    @TempDir
    Path root;

    private final FolderNotices kernel = new FolderNotices(true);
    private final List<Path> looks = new ArrayList<>();

    @AfterEach
    void close() throws IOException {
        kernel.close();
    }

    @Test
    void electionWithNoticesIsListedOnlyOnNoticeAndBySweeps() throws Exception {
        WatchedElection watched = watched();
        write(1);
        assertThat(watched.hasUnnoticedRecord(kernel, false)).isTrue();
        looks.clear();

        for (int period = 0; period < 100; period++) {
            assertThat(watched.hasUnnoticedRecord(kernel, false)).isFalse();
        }
        assertThat(looks).isEmpty();
        assertThat(watched.hasUnnoticedRecord(kernel, true)).isFalse();
        assertThat(looks).hasSize(1);

        write(2);
        assertThat(watched.isAmong(kernel.await(TimeUnit.SECONDS.toNanos(30), NEVER)))
                .isTrue();
        assertThat(watched.hasNewRecord()).isTrue();
        assertThat(looks).hasSize(3); // listed again, and read
    }

    @Test
    void electionWithoutNoticesIsListedInEachPeriod() throws IOException {
        WatchedElection watched = watched();
        write(1);
        FolderNotices none = new FolderNotices(false);
        assertThat(watched.hasUnnoticedRecord(none, false)).isTrue();

        write(2);
        assertThat(watched.hasUnnoticedRecord(none, false)).isTrue();
        assertThat(watched.hasUnnoticedRecord(none, false)).isFalse();
    }

    @Test
    void electionThatHasNoRecordYetIsNoticedLater() throws Exception {
        WatchedElection watched = watched();
        assertThat(watched.hasUnnoticedRecord(kernel, false)).isFalse();
        assertThat(watched.notices()).isEmpty();

        write(1);
        assertThat(watched.hasUnnoticedRecord(kernel, false)).isTrue();
        assertThat(watched.notices()).isPresent();
    }

    @Test
    void replacedFolderIsFoundBySweepAndNoticedAgain() throws Exception {
        WatchedElection watched = watched();
        write(1);
        assertThat(watched.hasUnnoticedRecord(kernel, false)).isTrue();
        Path folder = new FolderLayout(root).election(ELECTION);
        Files.move(folder, root.resolve("away"));
        write(1);
        write(2);

        assertThat(watched.hasUnnoticedRecord(kernel, true)).isTrue();
        assertThat(watched.hasUnnoticedRecord(kernel, false)).isFalse();
        write(3);
        assertThat(watched.isAmong(kernel.await(TimeUnit.SECONDS.toNanos(30), NEVER)))
                .isTrue();
    }

    @Test
    void noticesThatNobodyWantsEnd() throws Exception {
        WatchedElection watched = watched();
        write(1);
        assertThat(watched.hasUnnoticedRecord(kernel, false)).isTrue();

        kernel.keepOnly(Set.of());

        assertThat(watched.notices().orElseThrow().isValid()).isFalse();
    }

    private WatchedElection watched() {
        DiskWithHooks disk = new DiskWithHooks((operation, path) -> looks.add(path));
        RecordFiles records = new RecordFiles(disk, new FolderLayout(root).election(ELECTION));
        return new WatchedElection(ELECTION, records, root.resolve("none"), () -> {});
    }

    private void write(long token) {
        SampleRecords.write(SampleRecords.cell(root), token);
    }
}
