package dev.tenure.cli.store;

import static java.util.Objects.requireNonNull;

import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.ExitStatus;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Folders and files that only this user may read and write. Existing ones are refused if they belong to another user or
 * everybody may write them; other permissions are removed. No link is followed.
 *
 * <p>Group write permission is removed, not refused: older versions created files with it under a umask of 002, and
 * Kubernetes adds it at every mount of a volume with an fsGroup.
 */
public final class PrivateFiles {
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

    private static final int TYPE = 0170000;
    private static final int TYPE_FOLDER = 0040000;
    private static final int TYPE_FILE = 0100000;
    private static final int STICKY = 01000;
    private static final int WRITABLE_BY_ALL = 0002;
    private static final int WRITABLE_BY_GROUP = 0020;
    private static final int MODE = 07777;
    private static final int FOLDER_MODE = 0700;
    private static final int FILE_MODE = 0600;

    private PrivateFiles() {}

    /** Returns the id of the user this process runs as. */
    public static int user() throws IOException {
        return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    }

    /** Creates the folder and its parents, or checks an existing one, and returns its path without links. */
    public static Path folder(Path folder) throws IOException {
        Path name = folder.getFileName();
        Path parent = folder.toAbsolutePath().getParent();
        if (name == null || parent == null) {
            throw unsafe(folder, "is no folder that one user has alone");
        }
        if (!Files.isDirectory(parent)) { // createDirectories of JDK 17 refuses a link to a folder
            Files.createDirectories(parent, attribute(FOLDER));
        }
        Path real = parent.toRealPath().resolve(name);
        try {
            Files.createDirectory(real, attribute(FOLDER));
        } catch (FileAlreadyExistsException there) {
            check(real, TYPE_FOLDER, FOLDER_MODE);
        }
        return real;
    }

    /**
     * Creates an empty file, or checks an existing one.
     *
     * @return whether another user may have written it until now
     */
    public static boolean file(Path file) throws IOException {
        try {
            Files.createFile(file, attribute(FILE));
            return false;
        } catch (FileAlreadyExistsException there) {
            return (check(file, TYPE_FILE, FILE_MODE) & WRITABLE_BY_GROUP) != 0;
        }
    }

    /** Returns a parent folder in which every user could replace entries: world-writable without a sticky bit. */
    public static Optional<Path> openPlaceAbove(Path folder) throws IOException {
        for (Path above = folder.toRealPath().getParent(); above != null; above = above.getParent()) {
            int mode = (Integer) Files.getAttribute(above, "unix:mode");
            if ((mode & WRITABLE_BY_ALL) != 0 && (mode & STICKY) == 0) {
                return Optional.of(above);
            }
        }
        return Optional.empty();
    }

    /** Refuses an unsafe path, corrects the mode of a safe one, and returns the mode it had. */
    private static int check(Path path, int type, int closed) throws IOException {
        Map<String, Object> found = Files.readAttributes(path, "unix:uid,mode,nlink", LinkOption.NOFOLLOW_LINKS);
        int mode = number(found, "mode");
        if ((mode & TYPE) != type) {
            throw unsafe(path, "is no " + (type == TYPE_FOLDER ? "folder" : "ordinary file") + ": remove it");
        }
        if (number(found, "uid") != user()) {
            throw unsafe(path, "belongs to another user: remove it, or choose another --store");
        }
        if ((mode & WRITABLE_BY_ALL) != 0) {
            throw unsafe(
                    path,
                    "may be written by everybody, so what it says cannot be trusted: remove it"
                            + " while no command runs under 'tenure run'");
        }
        if (type == TYPE_FILE && number(found, "nlink") != 1) {
            throw unsafe(path, "has a second name somewhere: remove it");
        }
        if ((mode & MODE) != closed) { // the scripts check for exactly this mode
            Files.setAttribute(path, "unix:mode", closed, LinkOption.NOFOLLOW_LINKS);
        }
        return mode;
    }

    private static int number(Map<String, Object> attributes, String key) {
        return (Integer) requireNonNull(attributes.get(key), key);
    }

    private static FileAttribute<Set<PosixFilePermission>> attribute(Set<PosixFilePermission> permissions) {
        return PosixFilePermissions.asFileAttribute(permissions);
    }

    private static CommandFailure unsafe(Path path, String problem) {
        return new CommandFailure(ExitStatus.UNSAFE, path + " " + problem);
    }
}
