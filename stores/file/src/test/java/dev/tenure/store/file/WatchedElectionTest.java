package dev.tenure.store.file;

import static dev.tenure.store.file.SampleRecords.ELECTION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.store.file.DiskWithHooks.Operation;
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

    private final List<Path> looks = new ArrayList<>();
    private boolean broken;
    private final DiskWithHooks disk = new DiskWithHooks((operation, path) -> {
        looks.add(path);
        if (broken && operation == Operation.READ) {
            throw new IOException("meant to fail");
        }
    });
    private final FolderNotices kernel = new FolderNotices(disk);

    @AfterEach
    void close() throws IOException {
        kernel.close();
    }

    @Test
    void electionWithNoticesIsListedOnlyOnNoticeAndBySweeps() throws Exception {
        WatchedElection watched = begin();
        looks.clear();

        for (int period = 0; period < 100; period++) {
            assertThat(watched.hasUnnoticedRecord(kernel, false)).isFalse();
        }
        assertThat(looks).isEmpty();
        assertThat(watched.hasUnnoticedRecord(kernel, true)).isFalse();
        assertThat(looks).hasSize(1);

        write(2);
        assertThat(noticed()).containsExactly(watched);
        assertThat(watched.hasNewRecord()).isTrue();
        assertThat(looks).hasSize(3); // listed again, and read
    }

    @Test
    void electionOnSharedFileSystemIsListedInEachPeriod() throws IOException {
        isListedInEachPeriod(new FolderNotices(DiskWithHooks.shared((operation, path) -> {})));
    }

    @Test
    void electionBeyondTheLimitsOfTheKernelIsListedInEachPeriod() throws IOException {
        isListedInEachPeriod(new FolderNotices(new DiskWithHooks((operation, path) -> {}) {
            @Override
            public boolean isLocal(Path folder) throws IOException {
                throw new IOException("User limit of inotify instances reached");
            }
        }));
    }

    private void isListedInEachPeriod(FolderNotices none) throws IOException {
        WatchedElection watched = watched();
        write(1);
        assertThat(watched.hasUnnoticedRecord(none, false)).isTrue();

        write(2);
        assertThat(watched.hasUnnoticedRecord(none, false)).isTrue();
        assertThat(watched.hasUnnoticedRecord(none, false)).isFalse();
    }

    @Test
    void electionThatHasNoRecordYetIsNoticedLater() throws Exception {
        WatchedElection watched = watched();
        assertThat(watched.hasUnnoticedRecord(kernel, false)).isFalse();

        write(1);
        assertThat(watched.hasUnnoticedRecord(kernel, false)).isTrue();
        write(2);
        assertThat(noticed()).containsExactly(watched);
    }

    @Test
    void replacedFolderIsFoundBySweepAndNoticedAgain() throws Exception {
        WatchedElection watched = begin();
        Files.move(folder(), root.resolve("away"));
        write(1);
        write(2);

        assertThat(watched.hasUnnoticedRecord(kernel, true)).isTrue();
        assertThat(watched.hasUnnoticedRecord(kernel, false)).isFalse();
        write(3);
        assertThat(noticed()).containsExactly(watched);
    }

    @Test
    void folderThatWasRemovedAndMadeAgainIsNoticedAgain() throws Exception {
        WatchedElection watched = begin();
        FolderDeletion.remove(folder());
        noticed(); // the kernel says that it is gone

        assertThat(watched.hasUnnoticedRecord(kernel, false)).isTrue();
        write(1);
        assertThat(watched.hasUnnoticedRecord(kernel, false)).isTrue();
        write(2);
        assertThat(noticed()).containsExactly(watched);
    }

    @Test
    void lookThatFailedIsMadeAgain() throws Exception {
        WatchedElection watched = begin();
        write(2);
        assertThat(noticed()).containsExactly(watched);
        broken = true;
        assertThatThrownBy(watched::hasNewRecord).hasMessage("meant to fail");
        assertThatThrownBy(() -> watched.hasUnnoticedRecord(kernel, false)).hasMessage("meant to fail");
        broken = false;

        assertThat(watched.hasUnnoticedRecord(kernel, false)).isTrue();
        assertThat(watched.hasUnnoticedRecord(kernel, false)).isFalse();
    }

    @Test
    void noticesThatWereTooManyCauseALook() throws Exception {
        WatchedElection watched = begin();
        for (int stranger = 0; stranger < 2_000; stranger++) {
            Files.createFile(folder().resolve("stranger-" + stranger)); // the JDK keeps 512 notices
        }
        write(2);

        assertThat(noticed()).containsExactly(watched);
        assertThat(watched.hasNewRecord()).isTrue();
    }

    @Test
    void watchesOfOneElectionAreAllTold() throws Exception {
        WatchedElection one = begin();
        WatchedElection other = watched();
        assertThat(other.hasUnnoticedRecord(kernel, false)).isTrue();

        write(2);

        assertThat(noticed()).containsExactlyInAnyOrder(one, other);
        kernel.keepOnly(List.of(other));
        write(3);
        assertThat(noticed()).containsExactly(other);
    }

    @Test
    void noticesThatNobodyWantsEnd() throws Exception {
        WatchedElection watched = begin();
        looks.clear();

        kernel.keepOnly(List.of());

        assertThat(watched.hasUnnoticedRecord(kernel, false)).isFalse();
        assertThat(looks).hasSize(1); // without notices it is listed
    }

    /** Returns a watch of an election with one record, which it has seen. */
    private WatchedElection begin() throws IOException {
        WatchedElection watched = watched();
        write(1);
        assertThat(watched.hasUnnoticedRecord(kernel, false)).isTrue();
        return watched;
    }

    private Set<WatchedElection> noticed() throws InterruptedException {
        return kernel.await(TimeUnit.SECONDS.toNanos(30), NEVER);
    }

    private WatchedElection watched() {
        return watched(ELECTION);
    }

    private WatchedElection watched(String election) {
        RecordFiles records = new RecordFiles(disk, new FolderLayout(root).election(election));
        return new WatchedElection(election, records, root.resolve("none"), () -> {});
    }

    private Path folder() {
        return new FolderLayout(root).election(ELECTION);
    }

    private void write(long token) {
        SampleRecords.write(SampleRecords.cell(root), token);
    }
}
