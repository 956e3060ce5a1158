package dev.tenure.store.file;

import dev.tenure.StoreException;
import dev.tenure.spi.CellStore;
import dev.tenure.spi.LeaseStore;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The embedded store: leases kept in a folder, without any server. Thread-safe.
 *
 * <p>For any number of processes on one machine or in containers that share the folder: when one dies, however it dies,
 * another leads within milliseconds. On a folder shared between machines it works too, and a crash then costs the ttl.
 */
public final class FileStore {
    private FileStore() {}

    /**
     * Opens the store in the given folder, which is made if it is not there, for this user alone. Nothing is locked or
     * written before the first claim, so to look on takes no more than permission to read.
     *
     * @throws StoreException if there is no such folder and it cannot be made
     */
    public static LeaseStore open(Path folder) {
        Path root = folder.toAbsolutePath();
        try {
            FolderPermissions.makeRoot(root);
        } catch (NoSuchFileException e) {
            throw new StoreException(
                    StoreException.Kind.MISCONFIGURED,
                    "opening the folder " + root
                            + " failed: it is not there, and cannot be made: choose another folder",
                    e);
        } catch (IOException e) {
            throw Failure.noEffect("opening the folder " + root, e);
        }
        return CellStore.over(new FileCell(LocalDisk.INSTANCE, new FolderLayout(root)));
    }
}
