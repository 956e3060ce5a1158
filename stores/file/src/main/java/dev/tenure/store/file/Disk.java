package dev.tenure.store.file;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The few things the ledger asks of a file system. Tests break them one by one. Thread-safe. */
interface Disk {

    /** Returns the names in a folder, in no order; none if there is no such folder. */
    List<String> list(Path folder) throws IOException;

    /**
     * Returns the beginning of a file, far more than any record has.
     *
     * @throws java.nio.file.NoSuchFileException if there is none
     */
    byte[] read(Path file) throws IOException;

    /** Makes the folder and those above it, unless they are there. */
    void makeFolder(Path folder) throws IOException;

    /** Writes a new file, and returns when it would survive a power failure. */
    void writeSynced(Path file, byte[] content) throws IOException;

    /**
     * Gives a file a second name, in one step that fails if somebody has the name.
     *
     * @throws java.nio.file.FileAlreadyExistsException if the name is taken
     */
    void link(Path file, Path name) throws IOException;

    /** Returns when the names in the folder would survive a power failure. */
    void sync(Path folder) throws IOException;

    /** Removes a file if it is there. */
    void remove(Path file) throws IOException;
}
