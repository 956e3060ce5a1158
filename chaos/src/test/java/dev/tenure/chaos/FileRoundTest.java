package dev.tenure.chaos;

import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
@Timeout(300)
class FileRoundTest {
    @TempDir
    Path folder;

    @Test
    void roundOnFilesIsClean() throws Exception {
        Rounds.assertClean(folder, "file", "--ttl", "5s");
    }

    @Test
    void roundOfProcessTreesIsClean() throws Exception {
        Rounds.assertClean(folder, "file", "--ttl", "3s", "--program", "run");
    }

    @Test
    void roundWithARestoredFolderIsClean() throws Exception {
        Rounds.assertClean(folder, "file", "--ttl", "2s", "--faults", "restore,resign,transfer,ttl");
    }
}
