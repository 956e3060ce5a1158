package dev.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where the locks of an election are. */
class GuardFilesTest {
    @TempDir
    Path folder;

    @Test
    void everyElectionHasLocksOfItsOwn() {
        assertThat(GuardFiles.in(folder, "payroll")).isEqualTo(GuardFiles.in(folder, "payroll"));
        assertThat(GuardFiles.in(folder, "Payroll")).isNotEqualTo(GuardFiles.in(folder, "payroll"));
        assertThat(folder.resolve("payroll.guardian")).exists();
        assertThat(folder.resolve("payroll.tree")).exists();
    }

    @Test
    void aNameCannotLeadOutOfTheFolderOrBeTooLong() {
        assertThat(GuardFiles.fileName("../x")).startsWith("sha256-");
        assertThat(GuardFiles.fileName("a/b")).isEqualTo("a%2Fb");
        assertThat(GuardFiles.fileName("x".repeat(500))).hasSizeLessThan(100).startsWith("sha256-");
    }

    @Test
    void aFolderThatCannotBeWrittenIsRefused() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        assertThatThrownBy(() -> GuardFiles.in(file, "payroll"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("choose another --store");
    }
}
