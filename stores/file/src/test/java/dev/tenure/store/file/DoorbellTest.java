package dev.tenure.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DoorbellTest {
    @TempDir
    Path root;

    @Test
    void itRingsTwiceForAChangeBecauseTwoMayHaveTheSameDate() throws IOException {
        Doorbell bell = new Doorbell(LocalDisk.INSTANCE, root);
        bell.rings();
        bell.rings();
        assertThat(bell.rings()).isFalse();

        date(1);
        assertThat(bell.rings()).isTrue();
        assertThat(bell.rings()).isTrue();
        assertThat(bell.rings()).isFalse();
        date(0);
        assertThat(bell.rings()).isTrue();
    }

    @Test
    void aMissingFolderIsQuietUntilItIsMade() throws IOException {
        Path folder = root.resolve("requests");
        Doorbell bell = new Doorbell(LocalDisk.INSTANCE, folder);
        assertThat(bell.rings()).isFalse();

        Files.createDirectory(folder);

        assertThat(bell.rings()).isTrue();
    }

    @Test
    void aFolderThatCannotBeReadIsQuiet() {
        Doorbell bell = new Doorbell(
                new DiskWithHooks((operation, path) -> {
                    throw new IOException("Input/output error");
                }),
                root);

        assertThat(bell.rings()).isFalse();
    }

    private void date(int second) throws IOException {
        Files.setLastModifiedTime(root, FileTime.fromMillis(second * 1000L));
    }
}
