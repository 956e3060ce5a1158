package dev.tenure.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link FileTree} and {@link TarWriter}: what {@code tar} reads, and nothing of the machine. */
class TarWriterTest {
    private static final Instant DATE = Instant.parse("2026-01-01T00:00:00Z");

    @TempDir
    Path folder;

    private static byte[] packed(FileTree files) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        files.writeTarGz(out, DATE);
        return out.toByteArray();
    }

    @Test
    void tarReadsWhatWasWritten() throws IOException, InterruptedException {
        String deep = "a/" + "n".repeat(60) + "/" + "m".repeat(60);
        Path archive = Files.write(
                folder.resolve("archive"),
                packed(new FileTree()
                        .text(deep, "deep")
                        .script("bin/run", "#!/bin/sh\necho ran\n")
                        .link("bin/link", "run")
                        .folder("state", 0700, 0)));
        Shell shell = new Shell(folder);

        shell.output("tar", "-xzf", archive.toString());

        assertThat(shell.output("bin/link")).isEqualTo("ran\n");
        assertThat(folder.resolve(deep)).hasContent("deep");
        assertThat(Files.getLastModifiedTime(folder.resolve(deep)).toInstant()).isEqualTo(DATE);
        assertThat(shell.output("stat", "-c", "%a", "state")).isEqualTo("700\n");
    }

    @Test
    void datesAndOrderOfTheMachineLeaveNoTrace() throws IOException {
        Path one = Files.writeString(folder.resolve("one"), "same");
        byte[] first = packed(new FileTree().file("x/1", one).text("x/2", "other"));

        Files.setLastModifiedTime(one, FileTime.fromMillis(0));

        assertThat(packed(new FileTree().text("x/2", "other").file("x/1", one))).isEqualTo(first);
    }

    @Test
    void pathThatDoesNotFitIsRefused() {
        FileTree tooLong = new FileTree().text("n".repeat(101), "");

        assertThatThrownBy(() -> packed(tooLong)).hasMessageContaining("does not fit into a tar archive");
    }
}
