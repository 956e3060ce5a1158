package dev.tenure.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Timing;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.CheckResult.Level;
import dev.tenure.testkit.StoreTestSteps;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The permissions of a store's folders. */
@Timeout(60)
class FolderPermissionsTest {
    @TempDir
    Path folder;

    private static int mode(Path path) throws IOException {
        return (Integer) Files.getAttribute(path, "unix:mode") & 07777;
    }

    private static Path made(Path root, int mode) throws IOException {
        Files.createDirectories(root);
        Files.setAttribute(root, "unix:mode", mode);
        return root;
    }

    private static CheckResult access(Path root) {
        return FileStore.on(root).open().diagnose(Timing.local(), StoreTestSteps.soon()).stream()
                .filter(finding -> finding.subject().equals("access"))
                .findAny()
                .orElseThrow();
    }

    @Test
    void createdFolderIsPrivate() throws IOException {
        Path root = folder.resolve("a/leases");

        assertThat(access(root).level()).isEqualTo(Level.OK);

        for (Path made : new Path[] {folder.resolve("a"), root, root.resolve("live"), root.resolve("drafts")}) {
            assertThat(mode(made)).as(made.toString()).isEqualTo(0700);
        }
    }

    /** The group is passed on by the set-group-id bit, and the permissions of the umask do not matter. */
    @Test
    void existingFolderKeepsItsGroup() throws IOException {
        Path root = made(folder.resolve("leases"), 02770);

        CheckResult finding = access(root);

        assertThat(mode(root.resolve("live"))).isEqualTo(02770);
        assertThat(mode(root.resolve("drafts"))).isEqualTo(02770);
        assertThat(finding.level()).isEqualTo(Level.WARN);
        assertThat(finding.text()).contains("the group ").contains("its members can forge leases");
    }

    @Test
    void foldersInStickyFolderAreSticky() throws IOException {
        Path root = made(folder.resolve("leases"), 03770);

        LocalDisk.INSTANCE.makeFolder(root.resolve("elections/demo"));

        assertThat(mode(root.resolve("elections"))).isEqualTo(03770);
        assertThat(mode(root.resolve("elections/demo"))).isEqualTo(03770);
    }

    @Test
    void linksAreNotWrittenThrough() throws IOException {
        Path victim = Files.writeString(folder.resolve("victim"), "precious");
        Path link = Files.createSymbolicLink(folder.resolve("link"), victim);
        Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), folder.resolve("nothing"));

        for (Path planted : new Path[] {link, dangling}) {
            assertThatThrownBy(() -> LocalDisk.INSTANCE.append(planted, new byte[] {1}))
                    .isInstanceOf(IOException.class);
            assertThatThrownBy(() -> LocalDisk.INSTANCE.write(planted, new byte[] {1}))
                    .isInstanceOf(FileAlreadyExistsException.class);
            assertThatThrownBy(() -> LocalDisk.INSTANCE.writeSynced(planted, new byte[] {1}))
                    .isInstanceOf(FileAlreadyExistsException.class);
        }
        assertThat(victim).hasContent("precious");
        assertThat(folder.resolve("nothing")).doesNotExist();
    }

    @Test
    void worldWritableFolderFails() throws IOException {
        for (int mode : new int[] {0777, 01777, 0702}) {
            Path root = made(folder.resolve("leases-" + mode), mode);

            assertThat(access(root).level()).as("mode %o", mode).isEqualTo(Level.FAIL);
        }
    }

    @Test
    void worldWritableInnerFolderFails() throws IOException {
        Path root = made(folder.resolve("leases"), 0700);
        Path election = made(root.resolve("elections/demo"), 0777);

        CheckResult finding = access(root);

        assertThat(finding.level()).isEqualTo(Level.FAIL);
        assertThat(finding.text()).contains("may write " + election);
    }

    @Test
    void replaceableFolderFails() throws IOException {
        Path root = made(folder.resolve("open/leases"), 0700);
        made(folder.resolve("open"), 0777);
        assertThat(access(root).level()).isEqualTo(Level.FAIL);

        made(folder.resolve("open"), 01777);
        assertThat(access(root).level()).as("with the sticky bit").isEqualTo(Level.OK);
    }
}
