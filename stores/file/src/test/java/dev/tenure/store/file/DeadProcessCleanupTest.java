package dev.tenure.store.file;

import static dev.tenure.store.file.SampleRecords.ELECTION;
import static dev.tenure.store.file.SampleRecords.held;
import static dev.tenure.store.file.SampleRecords.write;
import static dev.tenure.testkit.StoreTestSteps.soon;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Sighting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Removes files of dead processes, and keeps those still needed. */
@Tag("process")
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class DeadProcessCleanupTest {
    @TempDir
    Path root;

    @Test
    void livenessFileStaysWhileRecordNamesIt() throws InterruptedException {
        String dead = leftBehind();

        writeElsewhere();
        assertThat(files("live")).contains(dead);
        assertThat(SampleRecords.cell(root).read(ELECTION, soon())).isInstanceOf(Sighting.Released.class);

        write(SampleRecords.cell(root), 6);
        writeElsewhere();
        assertThat(files("live")).containsExactly(SampleRecords.liveness(root).file());
    }

    @Test
    void onlyDraftsOfDeadProcessesAreRemoved() throws Exception {
        String dead = leftBehind();
        write(SampleRecords.cell(root), 6);
        try (ChildJvm living = ChildJvm.on(root)) {
            living.ask("claim 7");
            String alive = SampleRecords.liveness(root).file();
            write(SampleRecords.cell(root), 8); // so that no record names it
            Path temporaryFiles = new FolderLayout(root).temporaryFiles();
            Files.writeString(temporaryFiles.resolve(dead + ".1"), "{");
            Files.writeString(temporaryFiles.resolve(alive + ".2"), "{");
            Files.writeString(temporaryFiles.resolve("a stranger's file"), "");
            living.stop();

            writeElsewhere();

            assertThat(files("drafts")).containsExactlyInAnyOrder(alive + ".2", "a stranger's file");
            assertThat(files("live")).contains(alive).doesNotContain(dead);
        }
    }

    @Test
    void garbageAmongElectionsStopsNothing() throws Exception {
        String dead = leftBehind();
        write(SampleRecords.cell(root), 6);
        Files.createDirectories(new FolderLayout(root).election("broken"));
        Files.writeString(new FolderLayout(root).election("broken").resolve("1.json"), "{");
        Files.writeString(new FolderLayout(root).elections().resolve("no folder"), "");

        writeElsewhere();

        assertThat(files("live")).doesNotContain(dead);
    }

    @Test
    void foreignFilesAmongLivenessFilesStay() throws IOException {
        Files.createDirectories(new FolderLayout(root).live());
        Files.writeString(new FolderLayout(root).live().resolve("README"), "");

        writeElsewhere();

        assertThat(files("live")).contains("README").hasSize(2);
    }

    /** Lets a process hold the lease and die. */
    private String leftBehind() throws InterruptedException {
        try (ChildJvm child = ChildJvm.on(root)) {
            child.ask("claim 5");
            child.kill();
        }
        return SampleRecords.liveness(root).file();
    }

    /** Writes through a store that was just opened, so that it sweeps. */
    private void writeElsewhere() {
        FileCell cell = SampleRecords.cell(root);
        String version = cell.read("elsewhere", soon()).version();
        assertThat(cell.write("elsewhere", held(1), version, soon())).isPresent();
    }

    private List<String> files(String folder) {
        return SampleRecords.names(root.resolve(folder));
    }
}
