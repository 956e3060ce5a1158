package dev.tenure.cli.guardian;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.store.FileNames;
import dev.tenure.cli.store.PrivateFiles;
import dev.tenure.cli.store.StateFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link GuardFiles}. */
class GuardFilesTest {
    @TempDir
    Path folder;

    @Test
    void everyElectionHasItsOwnLocks() {
        assertThat(GuardFiles.in(folder, "payroll")).isEqualTo(GuardFiles.in(folder, "payroll"));
        assertThat(GuardFiles.in(folder, "Payroll")).isNotEqualTo(GuardFiles.in(folder, "payroll"));
        assertThat(folder.resolve("payroll.guardian")).exists();
        assertThat(folder.resolve("payroll.tree")).exists();
    }

    @Test
    void namesStayInTheFolderAndShort() {
        assertThat(FileNames.fileName("../x")).startsWith("sha256-");
        assertThat(FileNames.fileName("a/b")).isEqualTo("a%2Fb");
        assertThat(FileNames.fileName("x".repeat(500))).hasSizeLessThan(100).startsWith("sha256-");
    }

    private static String permissions(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
    }

    private static void permit(Path path, String permissions) throws IOException {
        Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
    }

    private static void assertUnsafe(Path guards, String problem) {
        assertThatThrownBy(() -> GuardFiles.in(guards, "payroll"))
                .isInstanceOfSatisfying(
                        CommandFailure.class,
                        refused -> assertThat(refused.status()).isEqualTo(ExitStatus.UNSAFE))
                .hasMessageContaining(problem);
    }

    @Test
    void locksAreCreatedForThisUserOnly() throws IOException {
        Path guards = folder.resolve("a/guards");

        GuardFiles files = GuardFiles.in(guards, "payroll");

        assertThat(permissions(folder.resolve("a"))).isEqualTo("rwx------");
        assertThat(permissions(guards)).isEqualTo("rwx------");
        assertThat(permissions(files.guardian())).isEqualTo("rw-------");
        assertThat(permissions(files.tree())).isEqualTo("rw-------");
    }

    /** A user who may read a file may lock it for ever. */
    @Test
    void locksReadableByOthersAreClosed() throws IOException {
        GuardFiles files = GuardFiles.in(folder.resolve("guards"), "payroll");
        permit(folder.resolve("guards"), "rwxr-xr-x");
        permit(files.tree(), "rw-r--r--");

        GuardFiles.in(folder.resolve("guards"), "payroll");

        assertThat(permissions(folder.resolve("guards"))).isEqualTo("rwx------");
        assertThat(permissions(files.tree())).isEqualTo("rw-------");
    }

    /** As older versions left them under a umask of 002, and as Kubernetes makes them for an fsGroup. */
    @Test
    void groupWritableLocksAreClosedAndEmptied() throws IOException {
        Path guards = folder.resolve("guards");
        GuardFiles files = GuardFiles.in(guards, "payroll");
        Files.writeString(files.guardian(), "1 4711 12345 forged");
        Files.setAttribute(guards, "unix:mode", 02775);
        permit(files.guardian(), "rw-rw-r--");
        permit(files.tree(), "rw-rw-r--");

        GuardFiles.in(guards, "payroll");

        assertThat(Files.getAttribute(guards, "unix:mode")).isEqualTo(0040700);
        assertThat(permissions(files.guardian())).isEqualTo("rw-------");
        assertThat(permissions(files.tree())).isEqualTo("rw-------");
        assertThat(files.guardian()).isEmptyFile();
    }

    @Test
    void lockHeldByAGuardianKeepsItsContent() throws IOException {
        GuardFiles files = GuardFiles.in(folder.resolve("guards"), "payroll");
        Files.writeString(files.guardian(), "1 4711 12345 true");
        permit(files.guardian(), "rw-rw----");
        Process holder =
                new ProcessBuilder("flock", files.guardian().toString(), "sh", "-c", "echo locked; exec cat").start();
        try {
            assertThat(holder.inputReader().readLine()).isEqualTo("locked");

            GuardFiles.in(folder.resolve("guards"), "payroll");

            assertThat(permissions(files.guardian())).isEqualTo("rw-------");
            assertThat(files.guardian()).hasContent("1 4711 12345 true");
        } finally {
            holder.getOutputStream().close();
        }
    }

    /** The scripts refuse files of another mode. */
    @Test
    void lockModeIsAlwaysCorrected() throws IOException {
        GuardFiles files = GuardFiles.in(folder.resolve("guards"), "payroll");
        permit(files.guardian(), "r--------");
        permit(files.tree(), "rwx------");

        GuardFiles.in(folder.resolve("guards"), "payroll");

        assertThat(permissions(files.guardian())).isEqualTo("rw-------");
        assertThat(permissions(files.tree())).isEqualTo("rw-------");
    }

    @Test
    void worldWritableFilesAreRefused() throws IOException {
        Path guards = folder.resolve("guards");
        GuardFiles files = GuardFiles.in(guards, "payroll");
        permit(files.guardian(), "rw-----w-");
        assertUnsafe(guards, "payroll.guardian may be written by everybody");
        permit(files.guardian(), "rw-------");
        permit(guards, "rwx----wx");
        assertUnsafe(guards, "guards may be written by everybody");
    }

    @Test
    void filesOfAnotherUserAreRefused() throws IOException {
        assumeTrue(PrivateFiles.user() == 0, "only root can give a file away");
        Path guards = folder.resolve("guards");
        GuardFiles files = GuardFiles.in(guards, "payroll");
        Files.setAttribute(files.tree(), "unix:uid", 12_345);
        assertUnsafe(guards, "payroll.tree belongs to another user");
        Files.setAttribute(guards, "unix:uid", 12_345);
        assertUnsafe(guards, "guards belongs to another user");
    }

    @Test
    void symbolicLinksAreRefused() throws IOException {
        Path guards = folder.resolve("guards");
        GuardFiles files = GuardFiles.in(guards, "payroll");
        Path victim = Files.writeString(folder.resolve("victim"), "precious");
        permit(victim, "rw-r--r--");
        Files.delete(files.guardian());
        Files.createSymbolicLink(files.guardian(), victim);
        assertUnsafe(guards, "payroll.guardian is no ordinary file");
        Files.delete(files.guardian());
        Files.createSymbolicLink(files.guardian(), folder.resolve("nothing"));
        assertUnsafe(guards, "payroll.guardian is no ordinary file");
        Files.delete(files.guardian());
        Files.createLink(files.guardian(), victim);
        assertUnsafe(guards, "payroll.guardian has a second name");
        Files.createSymbolicLink(folder.resolve("link"), guards);
        assertUnsafe(folder.resolve("link"), "link is no folder");

        assertThat(victim).hasContent("precious");
        assertThat(permissions(victim)).isEqualTo("rw-r--r--");
        assertThat(folder.resolve("nothing")).doesNotExist();
    }

    @Test
    void worldWritableParentIsFound() throws IOException {
        Path place = Files.createDirectory(folder.resolve("place"));
        Path guards = PrivateFiles.folder(place.resolve("guards"));
        permit(place, "rwxrwxrwx");

        assertThat(PrivateFiles.openPlaceAbove(guards)).contains(place.toRealPath());
        Files.setAttribute(place, "unix:mode", 01777);
        assertThat(PrivateFiles.openPlaceAbove(guards)).isEmpty();
    }

    @Test
    void storeFolderNameIsUniqueAndHidesSecrets() throws IOException {
        String one = FileNames.folderName("redis://user:secret@host:6379?sentinel-password=secret", folder);
        String other = FileNames.folderName("redis://user:secret@host:6379?sentinel-password=secret2", folder);

        assertThat(one).matches("redis-[0-9a-f]{32}").isNotEqualTo(other);
        assertThat(FileNames.folderName("redis://host:6379", folder)).isEqualTo("redis%3A%2F%2Fhost%3A6379");
        assertThat(FileNames.folderName("s3://b?endpoint=http://u:secret@h", folder))
                .doesNotContain("secret");
    }

    /** Whoever sees only the name of a folder can then not guess the password by it. */
    @Test
    void storeFolderNameDependsOnAKeyOfTheUser() throws IOException {
        String uri = "redis://user:secret@host:6379";
        String first = FileNames.folderName(uri, Files.createDirectory(folder.resolve("one")));

        assertThat(FileNames.folderName(uri, folder.resolve("one"))).isEqualTo(first);
        assertThat(FileNames.folderName(uri, Files.createDirectory(folder.resolve("other"))))
                .isNotEqualTo(first);
        assertThat(permissions(folder.resolve("one/name-key"))).isEqualTo("rw-------");
    }

    @Test
    void keyThatWasNeverWrittenIsWritten() throws IOException {
        String uri = "redis://user:secret@host:6379";
        PrivateFiles.file(folder.resolve("name-key"));

        assertThat(FileNames.folderName(uri, folder)).isEqualTo(FileNames.folderName(uri, folder));
        assertThat(folder.resolve("name-key")).hasSize(32);
    }

    @Test
    void storeFolderMayContainAnyCharacters() throws IOException {
        String odd = FileNames.folderName(StateFolder.fileUri(Path.of("/srv/a?b%zz")), folder);

        assertThat(odd).isNotEqualTo(FileNames.folderName(StateFolder.fileUri(Path.of("/srv/a")), folder));
    }

    @Test
    void unwritableFolderIsRefused() throws IOException {
        Path file = Files.createFile(folder.resolve("file"));

        assertUnsafe(file, "file is no folder: remove it");
        assertThatThrownBy(() -> GuardFiles.in(file.resolve("guards"), "payroll"))
                .isInstanceOf(CommandFailure.class)
                .hasMessageContaining("choose another --store");
    }
}
