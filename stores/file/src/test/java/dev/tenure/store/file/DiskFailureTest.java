package dev.tenure.store.file;

import static dev.tenure.store.file.SampleRecords.ELECTION;
import static dev.tenure.store.file.SampleRecords.held;
import static dev.tenure.store.file.SampleRecords.write;
import static dev.tenure.testkit.StoreTestSteps.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.store.file.DiskWithHooks.Operation;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Failures of disks and folders, and their messages. */
@Tag("process")
@Timeout(60)
class DiskFailureTest {
    /** Lets a process mount file systems that nobody else sees, without being root. */
    private static final List<String> OWN_MOUNTS = List.of("unshare", "--map-root-user", "--mount");

    @TempDir
    Path root;

    @Test
    void fullDiskIsUnreachableUntilThereIsRoom() throws Exception {
        try (ChildJvm child = onTinyDisk()) {
            assertThat(child.ask("claim 5")).startsWith("1-");
            assertThat(child.ask("sh dd if=/dev/zero of=" + root + "/filler bs=1k"))
                    .isEqualTo("ended with 1");

            assertThat(child.ask("claim 6")).startsWith("UNREACHABLE").contains("make room");
            assertThat(child.ask("read")).isEqualTo("Held");
            assertThat(child.ask("checkup"))
                    .contains("subject=space, text=0.0 MB")
                    .contains("subject=writing")
                    .contains("remedy=the disk is full: make room");

            child.ask("sh rm " + root + "/filler");
            assertThat(child.ask("claim 7")).startsWith("2-");
            assertThat(child.ask("sh test -z \"$(ls " + root + "/drafts)\"")).isEqualTo("ended with 0");
        }
    }

    @Test
    void fullDiskSpoilsNoHistoryOrRoster() throws Exception {
        try (ChildJvm child = onTinyDisk()) {
            assertThat(child.ask("append 1 3")).isEqualTo("3");
            assertThat(child.ask("attend 1")).isEqualTo("1");
            child.ask("sh dd if=/dev/zero of=" + root + "/filler bs=1k");

            assertThat(child.ask("append 4 1000"))
                    .startsWith("UNREACHABLE after")
                    .contains("make room");
            assertThat(child.ask("attend 2")).isEqualTo("1"); // the date of a file needs no room
            assertThat(child.ask("attend 2000")).startsWith("UNREACHABLE").contains("make room");
            assertThat(child.ask("submit 1")).startsWith("UNREACHABLE").contains("make room");

            child.ask("sh rm " + root + "/filler");
            assertThat(child.ask("history")).startsWith("1 2 3");
            assertThat(child.ask("append 2000 1")).isEqualTo("1");
            assertThat(child.ask("history")).startsWith("1 2 3").endsWith(" 2000");
            assertThat(child.ask("attend 2001")).isEqualTo("1");
        }
    }

    @Test
    void readOnlyDiskCanOnlyBeRead() throws Exception {
        try (ChildJvm child = onTinyDisk()) {
            child.ask("claim 5");
            String readOnly = "sh mount --bind $d $d && mount -o remount,bind,ro $d";
            assertThat(child.ask(readOnly.replace("$d", root.toString()))).isEqualTo("ended with 0");

            assertThat(child.ask("claim 6")).startsWith("MISCONFIGURED").contains("mount it for writing");
            assertThat(child.ask("attend 1")).startsWith("MISCONFIGURED").contains("mount it for writing");
            assertThat(child.ask("append 1 1")).startsWith("MISCONFIGURED").contains("mount it for writing");
            assertThat(child.ask("submit 1")).startsWith("MISCONFIGURED").contains("mount it for writing");
            assertThat(child.ask("read")).isEqualTo("Held");
        }
    }

    @Test
    void folderWithoutPermissionIsNamed() throws Exception {
        write(SampleRecords.cell(root), 5);
        boolean almighty = ProcessHandle.current().info().user().orElse("").equals("root");
        List<String> mortal = List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search");
        assumeTrue(!almighty || works(mortal), "root may do everything, and setpriv cannot change that here");
        Path records = new FolderLayout(root).election(ELECTION);
        Path temporaryFiles = new FolderLayout(root).temporaryFiles();
        try (ChildJvm child = ChildJvm.on(root, almighty ? mortal : List.of())) {
            allow(temporaryFiles, "r-xr-xr-x");
            assertThat(child.ask("claim 6"))
                    .startsWith("MISCONFIGURED")
                    .contains("drafts")
                    .contains("permission to read and write");
            assertThat(child.ask("checkup"))
                    .contains("level=FAIL, subject=permissions, text=no permission to read and write " + temporaryFiles)
                    .contains("level=FAIL, subject=writing");

            allow(temporaryFiles, "rwxr-xr-x");
            allow(records, "r-xr-xr-x");
            assertThat(child.ask("claim 6")).startsWith("MISCONFIGURED").contains("permission to read and write");
            assertThat(child.ask("read")).isEqualTo("Held");
            assertThat(child.ask("checkup")).contains("no permission to read and write " + records + ",");

            allow(records, "---------");
            assertThat(child.ask("read"))
                    .startsWith("MISCONFIGURED")
                    .contains("this user has no permission for " + records)
                    .contains("permission to read and write")
                    .doesNotContain("AccessDeniedException");
        } finally {
            allow(temporaryFiles, "rwxr-xr-x");
            allow(records, "rwxr-xr-x");
        }
    }

    @Test
    void fileInPlaceOfFolderIsNamed() throws IOException {
        Path file = Files.writeString(root.resolve("file"), "");

        assertFails(
                Kind.MISCONFIGURED,
                "file stands where a folder should be",
                () -> FileStore.on(file).open());
        assertFails(
                Kind.MISCONFIGURED,
                "file stands where a folder should be",
                () -> FileStore.on(file.resolve("below")).open());
    }

    @Test
    void fileInPlaceOfInnerFolderIsNamed() throws IOException {
        FileCell cell = SampleRecords.cell(root);
        Files.writeString(new FolderLayout(root).elections(), "");

        assertFails(Kind.MISCONFIGURED, "elections", () -> cell.read(ELECTION, soon()));
        assertFails(Kind.MISCONFIGURED, "elections", () -> cell.write(ELECTION, held(5), "", soon()));
    }

    @Test
    void fileSystemWithoutHardLinksIsNamed() {
        FileCell cell = failing(Operation.LINK, "Operation not permitted");

        assertFails(Kind.MISCONFIGURED, "hard links", () -> cell.write(ELECTION, held(5), "", soon()));
    }

    @Test
    void errorThatMayHideSuccessHasUnknownOutcome() {
        FileCell cell = failing(Operation.LINK, "Stale file handle");

        assertFails(Kind.OUTCOME_UNKNOWN, "Stale file handle", () -> cell.write(ELECTION, held(5), "", soon()));
    }

    @Test
    void folderRemovedDuringWriteIsUnreachableOnce() {
        FileCell cell = new FileCell(
                new DiskWithHooks((operation, path) -> {
                    if (operation == Operation.LINK) {
                        FolderDeletion.remove(root);
                    }
                }),
                new FolderLayout(root));

        assertFails(Kind.UNREACHABLE, "created again", () -> cell.write(ELECTION, held(5), "", soon()));
        assertThat(SampleRecords.cell(root).write(ELECTION, held(6), "", soon()))
                .isPresent();
    }

    @Test
    void interruptedCallPublishesNothing() {
        Thread.currentThread().interrupt();
        try {
            assertFails(Kind.UNREACHABLE, "interrupted", () -> write(SampleRecords.cell(root), 5));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        write(SampleRecords.cell(root), 6);
        assertThat(SampleRecords.liveness(root).boot()).isNotEmpty();
        Thread.currentThread().interrupt();
        try {
            assertFails(Kind.UNREACHABLE, "interrupted", () -> write(SampleRecords.cell(root), 7));
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(SampleRecords.cell(root).read(ELECTION, soon()).lastToken()).isEqualTo(6);
    }

    @Test
    void interruptClosesNoFileBeingWritten() throws IOException {
        byte[] content = {1, 2, 3};
        Thread.currentThread().interrupt();
        try {
            LocalDisk.INSTANCE.writeSynced(root.resolve("synced"), content);
            LocalDisk.INSTANCE.write(root.resolve("written"), content);

            assertThat(LocalDisk.INSTANCE.read(root.resolve("synced"))).isEqualTo(content);
            assertThat(LocalDisk.INSTANCE.read(root.resolve("written"))).isEqualTo(content);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }

    @Test
    void existingFilesAreNotOverwritten() throws IOException {
        Path file = root.resolve("there");
        LocalDisk.INSTANCE.writeSynced(file, new byte[] {1});

        assertThatThrownBy(() -> LocalDisk.INSTANCE.writeSynced(file, new byte[] {2}))
                .isInstanceOf(FileAlreadyExistsException.class);
        assertThat(LocalDisk.INSTANCE.read(file)).containsExactly(1);
    }

    @Test
    void folderWithoutLocksStillElects() throws IOException {
        Files.writeString(new FolderLayout(root).live(), "");

        String version = write(SampleRecords.cell(root), 5);

        assertThat(version).startsWith("1-");
        assertThat(Files.readString(new FolderLayout(root).election(ELECTION).resolve("1.json")))
                .doesNotContain("liveFile");
    }

    private ChildJvm onTinyDisk() throws Exception {
        assumeTrue(works(OWN_MOUNTS), "this system does not let the test mount a disk of its own");
        String script = "mount -t tmpfs -o size=128k none '" + root + "' && exec \"$@\"";
        List<String> through = new ArrayList<>(OWN_MOUNTS);
        through.addAll(List.of("sh", "-c", script, "sh"));
        return ChildJvm.on(root, through);
    }

    private static boolean works(List<String> through) throws InterruptedException {
        List<String> command = new ArrayList<>(through);
        command.add("true");
        try {
            return new ProcessBuilder(command).start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }

    private static void allow(Path file, String permissions) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    private FileCell failing(Operation at, String reason) {
        return new FileCell(
                new DiskWithHooks((operation, path) -> {
                    if (operation == at) {
                        throw new FileSystemException(path.toString(), null, reason);
                    }
                }),
                new FolderLayout(root));
    }

    private static void assertFails(Kind kind, String words, ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(StoreException.class, e -> {
            assertThat(e.kind()).isEqualTo(kind);
            assertThat(e).hasMessageContaining(words);
        });
    }
}
