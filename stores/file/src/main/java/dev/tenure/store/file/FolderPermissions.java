package dev.tenure.store.file;

import dev.tenure.spi.CheckResult;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Sets and checks the permissions of a store's folders. A root folder that Tenure creates is private to this user. In a
 * folder that a person created, new folders get the permissions of the folder they are in.
 */
final class FolderPermissions {
    private static final String MODE = "unix:mode";
    private static final int STICKY = 01000;
    private static final int PERMISSIONS = STICKY | 0777;
    private static final int WRITABLE_BY_ALL = 0002;
    private static final int WRITABLE_BY_GROUP = 0020;
    private static final Set<PosixFilePermission> OWN = EnumSet.of(
            PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE, PosixFilePermission.OWNER_EXECUTE);

    private FolderPermissions() {}

    /** Tells whether this machine has Unix permissions. */
    private static boolean isKnown() {
        return FileSystems.getDefault().supportedFileAttributeViews().contains("unix");
    }

    /** Creates the folder of a store, and missing folders above it, for this user alone. */
    static void makeRoot(Path root) throws IOException {
        if (Files.isDirectory(root)) { // createDirectories of JDK 17 refuses a link to a folder
            return;
        }
        if (isKnown()) {
            Files.createDirectories(root, PosixFilePermissions.asFileAttribute(OWN));
        } else {
            Files.createDirectories(root);
        }
    }

    /** Creates a folder with the permissions of the folder it is in, whatever the umask is. */
    static void makeFolder(Path folder) throws IOException {
        Path parent = folder.getParent();
        if (Files.isDirectory(folder) || parent == null) {
            return;
        }
        makeFolder(parent);
        if (!isKnown()) {
            Files.createDirectories(folder);
            return;
        }
        try {
            Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWN));
        } catch (FileAlreadyExistsException made) {
            if (Files.isDirectory(folder)) {
                return; // another process created it just now
            }
            throw made;
        }
        int open = mode(parent) & PERMISSIONS;
        // A user who may write the parent may have put a link in its place since: it is not followed.
        int mode = (Integer) Files.getAttribute(folder, MODE, LinkOption.NOFOLLOW_LINKS);
        if ((mode & PERMISSIONS) != open) {
            int passingGroupOn = mode & ~PERMISSIONS;
            Files.setAttribute(folder, MODE, passingGroupOn | open, LinkOption.NOFOLLOW_LINKS);
        }
    }

    private static int mode(Path folder) throws IOException {
        return (Integer) Files.getAttribute(folder, MODE);
    }

    /** Checks who else may write: such a user can forge records, and so end, take or delay every leadership. */
    static CheckResult finding(Path root, List<Path> folders) throws IOException {
        if (!isKnown()) {
            return CheckResult.ok(
                    "access", "this system has no Unix permissions, so it is not known who else may write");
        }
        for (Path folder : folders) {
            if ((mode(folder) & WRITABLE_BY_ALL) != 0) {
                return CheckResult.fail(
                        "access",
                        "every user of this machine may write " + folder + ", and so forge leases",
                        "chmod o-w it; give users who share it a common group");
            }
        }
        for (Path above = root.toRealPath().getParent(); above != null; above = above.getParent()) {
            if ((mode(above) & (WRITABLE_BY_ALL | STICKY)) == WRITABLE_BY_ALL) {
                return CheckResult.fail(
                        "access",
                        "every user of this machine may write " + above + ", and so replace the folder of the store",
                        "chmod o-w it, or choose a folder elsewhere");
            }
        }
        for (Path folder : folders) {
            if ((mode(folder) & WRITABLE_BY_GROUP) != 0) {
                String group = Files.readAttributes(folder, PosixFileAttributes.class)
                        .group()
                        .getName();
                return CheckResult.warn(
                        "access",
                        "the group " + group + " may write " + folder + ": its members can forge leases",
                        "chmod g-w it, unless candidates run as several users of that group");
            }
        }
        return CheckResult.ok("access", "only " + Files.getOwner(root).getName() + " may write in " + root);
    }
}
