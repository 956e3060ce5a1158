package dev.tenure.store.file;

import static dev.tenure.store.file.SampleRecords.ELECTION;
import static dev.tenure.testkit.StoreTestSteps.soon;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Sighting;
import dev.tenure.store.file.DiskWithHooks.Operation;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a claim, a renewal and a release cost, in operations on the disk. */
class WriteCostsTest {
    @TempDir
    Path root;

    private final Map<Operation, Integer> done = new EnumMap<>(Operation.class);
    private FileCell cell;
    private String version = "";

    @BeforeEach
    void open() {
        cell = new FileCell(
                new DiskWithHooks((operation, path) -> done.merge(operation, 1, Integer::sum)), new FolderLayout(root));
        write(SampleRecords.held(1));
        write(SampleRecords.held(2));
        done.clear();
    }

    @Test
    void claimSyncsRecordAndItsName() {
        write(SampleRecords.held(3));

        assertThat(done).containsEntry(Operation.WRITE, 1).containsEntry(Operation.SYNC, 1);
    }

    @Test
    void releaseSyncsRecordAndItsName() {
        write(Sighting.Released.of(SampleRecords.held(2).lease(), null));

        assertThat(done).containsEntry(Operation.WRITE, 1).containsEntry(Operation.SYNC, 1);
    }

    @Test
    void renewalsSyncOneNameInFour() {
        for (int renewal = 1; renewal <= 16; renewal++) {
            write(SampleRecords.held(2, renewal));
        }

        assertThat(done)
                .containsEntry(Operation.WRITE, 16)
                .containsEntry(Operation.LINK, 16)
                .containsEntry(Operation.SYNC, 4)
                .containsEntry(Operation.LIST, 32)
                .containsEntry(Operation.READ, 32);
    }

    @Test
    void syncedRecordIsAlwaysAmongThoseKept() {
        for (int renewal = 1; renewal <= 16; renewal++) {
            write(SampleRecords.held(2, renewal));

            assertThat(SampleRecords.names(new FolderLayout(root).election(ELECTION)))
                    .as("a number that four divides, or the claim")
                    .anyMatch(name -> numberOf(name) % RecordFiles.KEPT == 0 || numberOf(name) <= 2);
        }
    }

    private static int numberOf(String file) {
        return Integer.parseInt(file.substring(0, file.indexOf('.')));
    }

    private void write(Sighting record) {
        version = cell.write(ELECTION, record, version, soon()).orElseThrow();
    }
}
