package dev.tenure.store.file;

import dev.tenure.spi.CellStore;
import dev.tenure.spi.ForwardingStore;
import java.nio.file.Path;

/**
 * Keeps leases in a folder, without any server. Thread-safe.
 *
 * <p>For any number of processes on one machine or in containers that share the folder: when one dies, however it dies,
 * another leads within milliseconds. On a folder shared between machines it works too, and a crash then costs the ttl.
 */
public final class FileStore extends ForwardingStore {
    FileStore(FolderLayout layout) {
        super(CellStore.over(new FileCell(LocalDisk.INSTANCE, layout)));
    }

    /** Returns a builder of a store in this folder. */
    public static FileStoreBuilder on(Path folder) {
        return new FileStoreBuilder(folder);
    }
}
