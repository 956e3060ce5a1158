package dev.tenure.store.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Tells, for the price of one look at a folder, whether a file in it may have been replaced. Used by the watching
 * thread alone.
 *
 * <p>Kernels date a folder by their tick, which takes up to 10 ms. What happens in the same tick as a look is not seen
 * by the next one in the date, so after a change the bell rings once more.
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

    /** Tells whether something may have changed since it was last asked. */
    boolean hasChanged() {
        Optional<Disk.FileState> now;
        try {
            now = disk.mark(folder);
        } catch (IOException e) {
            return false; // those who are waiting read the folder too, and say what is wrong with it
        }
        boolean changed = !now.equals(seen);
        boolean hasChanged = changed || !settled;
        seen = now;
        settled = !changed;
        return hasChanged;
    }
}
