package dev.tenure.store.file;

import static java.util.Objects.requireNonNull;

import dev.tenure.StoreException;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Builds a {@link FileStore}. Not thread-safe. */
public final class FileStoreBuilder {
    private final Path folder;

    FileStoreBuilder(Path folder) {
        this.folder = requireNonNull(folder, "folder").toAbsolutePath();
    }

    /**
     * Opens the store. A missing folder is created, for this user alone. Nothing is locked or written before the first
     * claim, so an observer needs only permission to read.
     *
     * @throws StoreException if the folder is missing and cannot be created
     */
    public FileStore open() {
        try {
            FolderPermissions.makeRoot(folder);
        } catch (NoSuchFileException e) {
            throw new StoreException(
                    StoreException.Kind.MISCONFIGURED,
                    "opening the folder " + folder
                            + " failed: it is not there, and cannot be made: choose another folder",
                    e);
        } catch (IOException e) {
            throw FileErrors.noEffect("opening the folder " + folder, e);
        }
        return new FileStore(new FolderLayout(folder));
    }
}
