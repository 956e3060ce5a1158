package dev.tenure.store.file;

import static dev.tenure.store.file.SampleRecords.ELECTION;
import static dev.tenure.store.file.SampleRecords.held;
import static dev.tenure.store.file.SampleRecords.write;
import static dev.tenure.testkit.StoreTestSteps.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.testkit.ManualTime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileCellTest {
    @TempDir
    Path root;

    private FileCell cell;
    private Path folder;

    @BeforeEach
    void open() {
        cell = SampleRecords.cell(root);
        folder = new FolderLayout(root).election(ELECTION);
    }

    @Test
    void writtenRecordIsReadWithItsVersion() {
        Optional<String> version = cell.write(ELECTION, held(5), "", soon());

        Sighting seen = SampleRecords.cell(root).read(ELECTION, soon());
        assertThat(seen.version()).isEqualTo(version.orElseThrow());
        assertThat(seen).isEqualTo(new Sighting.Held(held(5).lease().withVersion(seen.version()), null));
    }

    @Test
    void writeOnOtherVersionWritesNothing() {
        String first = write(cell, 5);
        write(cell, 6);

        assertThat(cell.write(ELECTION, held(7), first, soon())).isEmpty();
        assertThat(cell.write(ELECTION, held(7), "", soon())).isEmpty();
        assertThat(cell.write(ELECTION, held(7), "9-0011223344556677", soon())).isEmpty();
        assertThat(cell.read(ELECTION, soon()).lastToken()).isEqualTo(6);
    }

    @Test
    void onlyLastRecordsAndNoDraftsStay() {
        for (long token = 1; token <= 10; token++) {
            write(cell, token);
        }

        assertThat(SampleRecords.names(folder)).containsExactlyInAnyOrder("10.json", "9.json", "8.json", "7.json");
        assertThat(SampleRecords.names(new FolderLayout(root).temporaryFiles())).isEmpty();
    }

    @Test
    void emptyFolderAndForeignFilesAreNoRecord() throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("0.json"), "");
        Files.writeString(folder.resolve("x.json"), "");
        Files.writeString(folder.resolve("1000000000000000000.json"), "");

        assertThat(cell.read(ELECTION, soon())).isEqualTo(new Sighting.Never());
        assertThat(cell.write(ELECTION, held(5), "", soon())).isPresent();
    }

    @Test
    void corruptRecordIsReplacedWithoutRepeatingItsToken() throws IOException {
        for (String unreadable : new String[] {"", "{\"format\" : 1, \"elec", "\u0000\u0000", "[1]"}) {
            write(cell, 500);
            String version = write(cell, 501);
            long number = StoredRecord.numberOf(version);
            Files.writeString(folder.resolve(number + ".json"), unreadable);

            Sighting seen = cell.read(ELECTION, soon());

            assertThat(seen).isInstanceOf(Sighting.Unreadable.class);
            assertThat(((Sighting.Unreadable) seen).problem()).contains(number + ".json");
            assertThat(seen.lastToken()).isEqualTo(501);
            assertThat(seen.version()).startsWith(number + "-").isNotEqualTo(version);
            assertThat(cell.write(ELECTION, held(502), version, soon())).isEmpty();
            assertThat(cell.write(ELECTION, held(502), seen.version(), soon())).isPresent();
        }
    }

    @Test
    void allRecordsCorruptLeaveNoKnownToken() throws IOException {
        for (long token = 1; token <= 5; token++) {
            write(cell, token);
        }
        for (String name : SampleRecords.names(folder)) {
            Files.writeString(folder.resolve(name), "garbage");
        }

        Sighting seen = cell.read(ELECTION, soon());

        assertThat(seen).isInstanceOf(Sighting.Unreadable.class);
        assertThat(seen.lastToken()).isZero();
        assertThat(cell.write(ELECTION, held(9), seen.version(), soon())).isPresent();
    }

    @Test
    void countedTokenLeavesRoomForTheNext() throws IOException {
        write(cell, Lease.MAX_TOKEN);
        long number = StoredRecord.numberOf(write(cell, Lease.MAX_TOKEN));
        Files.writeString(folder.resolve(number + ".json"), "garbage");

        assertThat(cell.read(ELECTION, soon()).lastToken()).isLessThan(Lease.MAX_TOKEN);
    }

    @Test
    void folderInPlaceOfRecordIsUnreadable() throws IOException {
        write(cell, 5);
        Files.createDirectories(folder.resolve("2.json/inside"));

        Sighting seen = cell.read(ELECTION, soon());

        assertThat(seen).isInstanceOf(Sighting.Unreadable.class);
        assertThat(cell.write(ELECTION, held(7), seen.version(), soon())).isPresent();
        for (long token = 8; token <= 20; token++) {
            write(cell, token);
        }
        assertThat(cell.read(ELECTION, soon()).lastToken()).isEqualTo(20);
        assertThat(SampleRecords.names(folder)).hasSize(RecordFiles.KEPT + 1).contains("2.json");
    }

    @Test
    void hugeRecordIsReadInPart() throws IOException {
        write(cell, 5);
        Files.write(folder.resolve("2.json"), new byte[5_000_000]);

        assertThat(cell.read(ELECTION, soon())).isInstanceOf(Sighting.Unreadable.class);
        assertThat(LocalDisk.INSTANCE.read(folder.resolve("2.json"))).hasSize(64 * 1024);
    }

    @Test
    void highestNumberIsRefusedWithRemedy() throws IOException {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("999999999999999999.json"), "");
        String version = cell.read(ELECTION, soon()).version();

        assertThatThrownBy(() -> cell.write(ELECTION, held(5), version, soon()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("remove it");
    }

    @Test
    void aRemovedFolderIsMadeAnew() throws IOException {
        String version = write(cell, 5);
        FolderDeletion.remove(root);

        assertThat(cell.read(ELECTION, soon())).isEqualTo(new Sighting.Never());
        assertThat(cell.write(ELECTION, held(5, 1), version, soon())).isEmpty();
        assertThat(cell.write(ELECTION, held(6), "", soon())).isPresent();
        assertThat(SampleRecords.names(new FolderLayout(root).live()))
                .containsExactly(SampleRecords.liveness(root).file());
    }

    @Test
    void wipedElectionRefusesOldRenewal() throws IOException {
        String old = write(cell, 5);
        FolderDeletion.remove(folder);
        write(cell, 6);

        assertThat(cell.write(ELECTION, held(5, 1), old, soon())).isEmpty();
        assertThat(cell.read(ELECTION, soon()).lastToken()).isEqualTo(6);
    }

    @Test
    void electionsAreKeptApart() {
        write(cell, 5);

        assertThat(cell.read("Payroll", soon())).isEqualTo(new Sighting.Never());
        assertThat(cell.read("../elections/payroll", soon())).isEqualTo(new Sighting.Never());
    }

    @Test
    void callAfterDeadlineDoesNothing() {
        Deadline past = Deadline.after(TimeSource.system(), Duration.ZERO);

        assertUnreachable(() -> cell.read(ELECTION, past));
        assertUnreachable(() -> cell.write(ELECTION, held(5), "", past));
        assertThat(cell.read(ELECTION, soon())).isEqualTo(new Sighting.Never());
    }

    @Test
    void deadlineDuringDraftPublishesNothing() {
        ManualTime time = new ManualTime();
        FileCell slow = new FileCell(
                new DiskWithHooks((operation, path) -> {
                    if (operation == DiskWithHooks.Operation.WRITE) {
                        time.advance(Duration.ofSeconds(2));
                    }
                }),
                new FolderLayout(root));

        assertUnreachable(() -> slow.write(ELECTION, held(5), "", Deadline.after(time, Duration.ofSeconds(1))));
        assertThat(cell.read(ELECTION, soon())).isEqualTo(new Sighting.Never());
    }

    @Test
    void storeReportsNameAndCapabilities() {
        assertThat(cell.name()).isEqualTo("file");
        assertThat(cell.timing().ttl()).isEqualTo(Duration.ofSeconds(3));
        cell.checkName(ELECTION);
        assertThatThrownBy(() -> cell.checkName("")).isInstanceOf(IllegalArgumentException.class);
    }

    private static void assertUnreachable(Runnable call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.UNREACHABLE));
    }
}
