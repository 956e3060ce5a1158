package dev.tenure.store.file;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The file operations of the store, which tests can make fail one by one. Thread-safe. */
interface Disk {

    /**
     * The state of a file, by which a replacement is noticed.
     *
     * @param key device and inode, or empty where there are none
     * @param modified when its content changed last; for a folder, when a name in it did
     * @param size how many bytes it has
     */
    record FileState(String key, Instant modified, long size) {}

    /** Returns the names in a folder, in no order; none if there is no such folder. */
    List<String> list(Path folder) throws IOException;

    /**
     * Returns the beginning of a file, far more than any record has.
     *
     * @throws java.nio.file.NoSuchFileException if there is none
     */
    byte[] read(Path file) throws IOException;

    /**
     * Returns so many bytes of the beginning of a file, or all it has.
     *
     * @throws java.nio.file.NoSuchFileException if there is none
     */
    byte[] read(Path file, int most) throws IOException;

    /** Returns the state of a file or folder, or empty if there is none. */
    Optional<FileState> mark(Path file) throws IOException;

    /** Creates the folder and those above it if they are missing. */
    void makeFolder(Path folder) throws IOException;

    /** Writes a new file, and returns when it would survive a power failure. */
    void writeSynced(Path file, byte[] content) throws IOException;

    /** Writes a new file that may not survive a power failure. */
    void write(Path file, byte[] content) throws IOException;

    /**
     * Adds to the end of a file in one step, and creates the file if it is missing: what others add at the same time
     * comes before or after, never in between. If that fails, part of it may be there.
     */
    void append(Path file, byte[] content) throws IOException;

    /**
     * Sets when the content of a file changed last, to the microsecond where the file system keeps that.
     *
     * @throws java.nio.file.NoSuchFileException if there is none
     */
    void date(Path file, Instant date) throws IOException;

    /** Tells whether a folder is on a file system that only this machine writes to, as far as its type shows. */
    boolean isLocal(Path folder) throws IOException;

    /** Gives a file another name in one step, in place of the file that had it. */
    void rename(Path file, Path name) throws IOException;

    /**
     * Gives a file a second name, in one step that fails if the name is taken.
     *
     * @throws java.nio.file.FileAlreadyExistsException if the name is taken
     */
    void link(Path file, Path name) throws IOException;

    /** Returns when the names in the folder would survive a power failure. */
    void sync(Path folder) throws IOException;

    /** Removes a file if it is there. */
    void remove(Path file) throws IOException;
}
