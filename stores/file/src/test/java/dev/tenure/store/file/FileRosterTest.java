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
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
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
    void beatsOfUnchangedEntryWriteNoFile() {
        List<Path> written = new ArrayList<>();
        FileCell beating = new FileCell(new DiskWithHooks(noting(written)), new FolderLayout(root));

        for (long beat = 1; beat <= 5; beat++) {
            assertThat(numbers(attend(beating, "own", beat))).containsExactly(beat);
            assertThat(numbers(members())).containsExactly(beat);
        }

        assertThat(written).hasSize(1);
        RosterEntry last = members().get(0);
        assertThat(last.heartbeat().at()).isAfter(SampleRecords.AT);
        assertThat(new RosterEntry(
                        last.candidate(), 1, "1.0", true, 0, enrolment("own", 1).heartbeat()))
                .isEqualTo(enrolment("own", 1));
    }

    @Test
    void changedEntryIsWrittenAtOnce() {
        for (long beat = 1; beat <= 5; beat++) {
            attend("own", beat);
        }
        RosterEntry before = enrolment("own", 6);
        RosterEntry changed = new RosterEntry(before.candidate(), 1, "1.0", false, 0, before.heartbeat());

        assertThat(cell.roster().attend(Map.of(ELECTION, changed), soon()).getOrDefault(ELECTION, List.of()))
                .containsExactly(changed);
        assertThat(members()).containsExactly(changed);
    }

    @Test
    void everyBeatIsWrittenWhereOtherMachinesMayRead() {
        List<Path> written = new ArrayList<>();
        FileCell shared = new FileCell(DiskWithHooks.shared(noting(written)), new FolderLayout(root));

        for (long beat = 1; beat <= 5; beat++) {
            assertThat(attend(shared, "own", beat)).containsExactly(enrolment("own", beat));
        }

        assertThat(written).hasSize(5);
    }

    @Test
    void everyBeatIsWrittenWhereDatesAreCoarse() {
        List<Path> written = new ArrayList<>();
        FileCell coarse = new FileCell(
                new DiskWithHooks(noting(written)) {
                    @Override
                    public void date(Path file, Instant date) throws IOException {
                        super.date(file, date.truncatedTo(ChronoUnit.SECONDS));
                    }
                },
                new FolderLayout(root));

        for (long beat = 1; beat <= 5; beat++) {
            assertThat(attend(coarse, "own", beat)).containsExactly(enrolment("own", beat));
        }

        assertThat(written).hasSize(5);
    }

    @Test
    void dateOfEarlierFileIsNotTakenForThatOfTheNext() {
        for (long beat = 1; beat <= 5; beat++) {
            attend("own", beat);
        }
        RosterEntry before = enrolment("own", 6);
        RosterEntry changed = new RosterEntry(before.candidate(), 1, "1.0", false, 0, before.heartbeat());
        AtomicBoolean replaced = new AtomicBoolean();
        FileCell reading = new FileCell(
                new DiskWithHooks((operation, path) -> {
                    if (operation == Operation.READ && path.endsWith("own.json") && !replaced.getAndSet(true)) {
                        cell.roster().attend(Map.of(ELECTION, changed), soon());
                    }
                }),
                new FolderLayout(root));

        assertThat(reading.roster().members(ELECTION, soon())).containsExactly(changed);
    }

    @Test
    void removedEntryComesBackWithTheNextBeat() throws IOException {
        attend("own", 1);
        attend("own", 2);
        Files.delete(folder.resolve("own.json"));

        assertThat(attend("own", 3)).containsExactly(enrolment("own", 3));
        cell.roster().leave(List.of(ELECTION), "own", soon());
        assertThat(attend("own", 4)).containsExactly(enrolment("own", 4));
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void stoppedProcessBeatsNoMore() throws Exception {
        try (ChildJvm child = ChildJvm.on(root)) {
            for (long beat = 1; beat <= 3; beat++) {
                child.ask("attend " + beat);
                assertThat(numbers(members())).containsExactly(beat);
            }
            List<RosterEntry> last = members();

            child.stop();

            assertThat(members()).isEqualTo(last);
            assertThat(last.get(0).heartbeat().validFor())
                    .isEqualTo(enrolment("any", 1).heartbeat().validFor());
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

    private static List<Long> numbers(List<RosterEntry> entries) {
        return entries.stream().map(entry -> entry.heartbeat().number()).toList();
    }

    private static DiskWithHooks.Hook noting(List<Path> written) {
        return (operation, path) -> {
            if (operation == Operation.RENAME) {
                written.add(path);
            }
        };
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
