package dev.tenure.store.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Tells by one look at a folder whether a file in it may have been replaced. Used only by the watching thread.
 *
 * <p>Kernels date a folder by their tick, which takes up to 10 ms. A change in the same tick as a look does not change
 * the date, so after each change the next look reports one, too.
 */
final class FolderChangeDetector {
    private final Disk disk;
    private final Path folder;
    private Optional<Disk.FileState> seen = Optional.empty();
    private boolean settled = true;

    FolderChangeDetector(Disk disk, Path folder) {
        this.disk = disk;
        this.folder = folder;
    }

    /** Tells whether the folder may have changed since the last call. */
    boolean hasChanged() {
        Optional<Disk.FileState> now;
        try {
            now = disk.mark(folder);
        } catch (IOException e) {
            return false; // the candidates read the folder too, and report what is wrong with it
        }
        boolean changed = !now.equals(seen);
        boolean hasChanged = changed || !settled;
        seen = now;
        settled = !changed;
        return hasChanged;
    }
}
