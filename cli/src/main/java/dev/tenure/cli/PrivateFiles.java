package dev.tenure.cli;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;

/**
 * Folders and files that only this user may read and write. They are made so; what is there already is refused if
 * somebody else made it or may have written it, and is closed to readers if it is open to them. No link is followed.
 */
final class PrivateFiles {
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");
    private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

    private static final int TYPE = 0170000;
    private static final int TYPE_FOLDER = 0040000;
    private static final int TYPE_FILE = 0100000;
    private static final int STICKY = 01000;
    private static final int WRITABLE_BY_ALL = 0002;
    private static final int WRITABLE_BY_OTHERS = 0022;
    private static final int OPEN_TO_OTHERS = 0077;

    private PrivateFiles() {}

    /** Returns the id of the user this process runs as. */
    static int user() throws IOException {
        return (Integer) Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    }

    /** Makes the folder and whatever is missing above it, or checks it, and returns its path without links. */
    static Path folder(Path folder) throws IOException {
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
            check(real, TYPE_FOLDER, FOLDER);
        }
        return real;
    }

    /** Makes an empty file, or checks the one that is there. */
    static void file(Path file) throws IOException {
        try {
            Files.createFile(file, attribute(FILE));
        } catch (FileAlreadyExistsException there) {
            check(file, TYPE_FILE, FILE);
        }
    }

    /**
     * Refuses a place that anybody could put another folder into: one above it that all may write, without sticky bit.
     */
    static void requireSafePlace(Path folder) throws IOException {
        for (Path above = folder.toRealPath().getParent(); above != null; above = above.getParent()) {
            int mode = (Integer) Files.getAttribute(above, "unix:mode");
            if ((mode & WRITABLE_BY_ALL) != 0 && (mode & STICKY) == 0) {
                throw unsafe(above, "may be written by everybody: close it with chmod o-w");
            }
        }
    }

    private static void check(Path path, int type, Set<PosixFilePermission> closed) throws IOException {
        Map<String, Object> found = Files.readAttributes(path, "unix:uid,mode,nlink", LinkOption.NOFOLLOW_LINKS);
        int mode = number(found, "mode");
        if ((mode & TYPE) != type) {
            throw unsafe(path, "is no " + (type == TYPE_FOLDER ? "folder" : "ordinary file") + ": remove it");
        }
        if (number(found, "uid") != user()) {
            throw unsafe(path, "belongs to another user: remove it, or choose another --store");
        }
        if ((mode & WRITABLE_BY_OTHERS) != 0) {
            throw unsafe(
                    path,
                    "may be written by others, so what it says cannot be trusted: remove it"
                            + " while no command runs under 'tenure run'");
        }
        if (type == TYPE_FILE && number(found, "nlink") != 1) {
            throw unsafe(path, "has a second name somewhere: remove it");
        }
        if ((mode & OPEN_TO_OTHERS) != 0) {
            Files.getFileAttributeView(path, PosixFileAttributeView.class, LinkOption.NOFOLLOW_LINKS)
                    .setPermissions(closed);
        }
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
