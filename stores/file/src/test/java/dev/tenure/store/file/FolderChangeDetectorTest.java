package dev.tenure.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderChangeDetectorTest {
    @TempDir
    Path root;

    @Test
    void changeIsReportedTwiceBecauseDatesMayBeEqual() throws IOException {
        FolderChangeDetector bell = new FolderChangeDetector(LocalDisk.INSTANCE, root);
        bell.hasChanged();
        bell.hasChanged();
        assertThat(bell.hasChanged()).isFalse();

        date(1);
        assertThat(bell.hasChanged()).isTrue();
        assertThat(bell.hasChanged()).isTrue();
        assertThat(bell.hasChanged()).isFalse();
        date(0);
        assertThat(bell.hasChanged()).isTrue();
    }

    @Test
    void missingFolderReportsNothingUntilCreated() throws IOException {
        Path folder = root.resolve("requests");
        FolderChangeDetector bell = new FolderChangeDetector(LocalDisk.INSTANCE, folder);
        assertThat(bell.hasChanged()).isFalse();

        Files.createDirectory(folder);

        assertThat(bell.hasChanged()).isTrue();
    }

    @Test
    void unreadableFolderReportsNothing() {
        FolderChangeDetector bell = new FolderChangeDetector(
                new DiskWithHooks((operation, path) -> {
                    throw new IOException("Input/output error");
                }),
                root);

        assertThat(bell.hasChanged()).isFalse();
    }

    private void date(int second) throws IOException {
        Files.setLastModifiedTime(root, FileTime.fromMillis(second * 1000L));
    }
}
