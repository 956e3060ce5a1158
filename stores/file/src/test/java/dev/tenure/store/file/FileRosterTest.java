package dev.tenure.store.file;

import static dev.tenure.store.file.SampleRecords.ELECTION;
import static dev.tenure.store.file.SampleRecords.enrolment;
import static dev.tenure.testkit.StoreTestSteps.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.RosterEntry;
import dev.tenure.store.file.DiskWithHooks.Operation;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
@Timeout(60)
class FileRosterTest {
    @TempDir
    Path root;

    private FileCell cell;
    private Path folder;

    @BeforeEach
    void open() {
        cell = SampleRecords.cell(root);
        folder = new FolderLayout(root).roster(ELECTION);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void onlyEntryOfDeadProcessIsGone() throws Exception {
        try (ChildJvm child = ChildJvm.on(root)) {
            attend("own", 1);
            assertThat(child.ask("attend 1")).isEqualTo("2");
            child.stop();
            assertThat(members()).hasSize(2);

            child.kill();

            assertThat(members()).containsExactly(enrolment("own", 1));
            assertThat(SampleRecords.names(folder)).containsExactly("own.json");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void attendingHidesDeadProcesses() throws Exception {
        try (ChildJvm child = ChildJvm.on(root)) {
            child.ask("attend 1");
            child.kill();
        }

        assertThat(attend("own", 1)).containsExactly(enrolment("own", 1));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void newProcessCleansRostersNobodyReads() throws Exception {
        try (ChildJvm child = ChildJvm.on(root)) {
            child.ask("attend 1");
            child.kill();
        }
        Files.writeString(new FolderLayout(root).rosters().resolve("a stranger's file"), "");
        String dead = SampleRecords.names(new FolderLayout(root).live()).get(0);

        cell.roster().attend(Map.of("another", enrolment("own", 1)), soon());

        assertThat(SampleRecords.names(folder)).isEmpty();
        assertThat(SampleRecords.names(new FolderLayout(root).live()))
                .hasSize(1)
                .doesNotContain(dead);
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void unchangedEntryOfProcessesUnderOneKernelIsNotWrittenWithEachBeat() {
        List<Path> written = new ArrayList<>();
        FileCell counted = new FileCell(
                new DiskWithHooks((operation, path) -> {
                    if (operation == Operation.RENAME) {
                        written.add(path);
                    }
                }),
                new FolderLayout(root));

        for (long beat = 1; beat <= 5; beat++) {
            assertThat(attend(counted, "own", beat)).hasSize(1);
        }
        assertThat(written).hasSize(2);

        RosterEntry changed = new RosterEntry(
                enrolment("own", 6).candidate(),
                1,
                "1.0",
                false,
                0,
                enrolment("own", 6).heartbeat());
        assertThat(counted.roster().attend(Map.of(ELECTION, changed), soon()).getOrDefault(ELECTION, List.of()))
                .containsExactly(changed);
        assertThat(members()).containsExactly(changed);
        assertThat(written).hasSize(3);
    }

    @Test
    void everyBeatIsWrittenBesideAnEntryOfAnotherMachine() throws IOException {
        attend("own", 1);
        String ours = Files.readString(folder.resolve("own.json"));
        String boot = LivenessFile.boot().orElse("none");
        Files.writeString(
                folder.resolve("remote.json"),
                ours.replace("\"own\"", "\"remote\"").replace(boot, "another-boot"));

        for (long beat = 2; beat <= 5; beat++) {
            assertThat(attend("own", beat)).contains(enrolment("own", beat));
        }
    }

    @Test
    void entryIsForgottenAfterAnHour() throws IOException {
        attend("own", 1);
        attend("late", 1);
        attend("later", 1);
        age("late.json", 59);
        age("later.json", 61);

        assertThat(members()).containsExactlyInAnyOrder(enrolment("own", 1), enrolment("late", 1));
        assertThat(SampleRecords.names(folder)).containsExactly("late.json", "own.json");
    }

    @Test
    void garbageIsSkippedAndForgottenAfterAnHour() throws IOException {
        attend("own", 1);
        String whole = Files.readString(folder.resolve("own.json"));
        Files.writeString(folder.resolve("torn.json"), whole.substring(0, 60));
        Files.writeString(folder.resolve("empty.json"), "");
        Files.writeString(folder.resolve("newer.json"), whole.replace("\"format\" : 1", "\"format\" : 2"));
        Files.writeString(folder.resolve("copy.json"), whole);
        Files.writeString(folder.resolve("README"), "");

        assertThat(members()).containsExactly(enrolment("own", 1));
        assertThat(SampleRecords.names(folder)).hasSize(6);

        for (String name : List.of("torn.json", "empty.json", "newer.json", "copy.json", "README")) {
            age(name, 61);
        }
        assertThat(members()).containsExactly(enrolment("own", 1));
        assertThat(SampleRecords.names(folder)).containsExactly("README", "own.json");
    }

    @Test
    void corruptEntryIsReplacedByNextBeat() throws IOException {
        attend("own", 1);
        Files.writeString(folder.resolve("own.json"), "{");
        assertThat(members()).isEmpty();

        assertThat(attend("own", 2)).containsExactly(enrolment("own", 2));
        assertThat(SampleRecords.names(new FolderLayout(root).temporaryFiles())).isEmpty();
    }

    @Test
    void aRemovedFolderIsMadeAnew() throws IOException {
        attend("own", 1);
        FolderDeletion.remove(root);

        assertThat(members()).isEmpty();
        assertThat(attend("own", 2)).containsExactly(enrolment("own", 2));
    }

    @Test
    void readOnlyUserCanRead() throws IOException {
        attend("own", 1);
        attend("later", 1);
        age("later.json", 61);
        FileCell looking = failing(Operation.REMOVE, new AccessDeniedException("later.json"));

        assertThat(looking.roster().members(ELECTION, soon())).containsExactly(enrolment("own", 1));
    }

    @Test
    void fullDiskKeepsEarlierEntry() {
        attend("own", 1);
        FileCell full = failing(Operation.WRITE, new FileSystemException("f", null, "No space left on device"));

        assertFails(Kind.UNREACHABLE, "make room", () -> attend(full, "own", 2));
        assertThat(members()).containsExactly(enrolment("own", 1));
        assertThat(SampleRecords.names(new FolderLayout(root).temporaryFiles())).isEmpty();
    }

    @Test
    void missingPermissionIsNamed() {
        AccessDeniedException denied = new AccessDeniedException("own.json");

        assertFails(Kind.MISCONFIGURED, "permission", () -> attend(failing(Operation.RENAME, denied), "own", 1));
        assertThat(SampleRecords.names(new FolderLayout(root).temporaryFiles())).isEmpty();
        assertFails(
                Kind.MISCONFIGURED,
                "permission",
                () -> failing(Operation.LIST, denied).roster().members(ELECTION, soon()));
        assertFails(
                Kind.MISCONFIGURED,
                "permission",
                () -> failing(Operation.REMOVE, denied).roster().leave(List.of(ELECTION), "own", soon()));
    }

    private List<RosterEntry> attend(String instance, long heartbeat) {
        return attend(cell, instance, heartbeat);
    }

    private static List<RosterEntry> attend(FileCell cell, String instance, long heartbeat) {
        return cell.roster()
                .attend(Map.of(ELECTION, enrolment(instance, heartbeat)), soon())
                .getOrDefault(ELECTION, List.of());
    }

    private List<RosterEntry> members() {
        return cell.roster().members(ELECTION, soon());
    }

    private void age(String name, int minutes) throws IOException {
        Path file = folder.resolve(name);
        long now = Files.getLastModifiedTime(file).toMillis();
        Files.setLastModifiedTime(file, FileTime.fromMillis(now - minutes * 60_000L));
    }

    private FileCell failing(Operation at, IOException error) {
        return new FileCell(
                new DiskWithHooks((operation, path) -> {
                    if (operation == at && !path.endsWith("live")) {
                        throw error;
                    }
                }),
                new FolderLayout(root));
    }

    private static void assertFails(Kind kind, String words, Runnable call) {
        assertThatThrownBy(call::run).isInstanceOfSatisfying(StoreException.class, e -> {
            assertThat(e.kind()).isEqualTo(kind);
            assertThat(e).hasMessageContaining(words);
        });
    }
}
