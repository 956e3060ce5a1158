package dev.tenure.store.file;

import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The liveness file of this process in one folder: locked as long as the process lives, however it ends. Thread-safe.
 *
 * <p>It stays locked when the store is closed: a lease that was not released must then expire, and others would take a
 * free lock for a dead holder. The file is opened once, and never read, renamed or removed. The lock belongs to this
 * process alone: a child process neither inherits nor drops it. If the folder was removed, a new file is created for
 * the next record.
 *
 * <p>No interrupt closes the file: an interrupt closes a channel only in a blocking operation, and this one is only
 * opened and locked without waiting.
 */
final class LivenessFile {
    private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");
    private static final int TRIES = 8;

    /** Limits the files on a file system that shows another inode each time. */
    private static final int MOST_FILES = 16;

    private static final Map<Path, LivenessFile> FOLDERS = new ConcurrentHashMap<>();

    private final Path live;

    /** All locked channels: the garbage collector would close one that is not referenced. */
    private final List<FileChannel> locked = new ArrayList<>();

    private @Nullable LivenessReference current;

    private LivenessFile(Path live) {
        this.live = live;
    }

    /** Returns the liveness of this process in a folder of liveness files, the same each time. */
    static LivenessFile in(Path live) {
        return FOLDERS.computeIfAbsent(live, LivenessFile::new);
    }

    /**
     * Returns the reference to the liveness file of this process, which is created and locked if there is none.
     *
     * @return empty where a lock proves nothing: no boot id, no stable inodes
     */
    synchronized Optional<LivenessReference> liveness() throws IOException {
        Optional<String> boot = boot();
        if (boot.isEmpty()) {
            return Optional.empty();
        }
        if (current == null || !current.key().equals(key(live.resolve(current.file())))) {
            current = start(boot.get());
        }
        return Optional.ofNullable(current);
    }

    /** Returns the boot id of this machine's kernel, if it has one. */
    static Optional<String> boot() {
        try {
            return Optional.of(Files.readString(BOOT_ID).strip()).filter(id -> !id.isEmpty());
        } catch (IOException | SecurityException e) {
            return Optional.empty();
        }
    }

    /** Returns device and inode of a file; empty if there is no file, or the system has no inodes. */
    static String key(Path file) throws IOException {
        try {
            Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
            return key == null ? "" : key.toString();
        } catch (NoSuchFileException e) {
            return "";
        }
    }

    private @Nullable LivenessReference start(String boot) throws IOException {
        LocalDisk.INSTANCE.makeFolder(live);
        for (int tries = 0; tries < TRIES && locked.size() < MOST_FILES; tries++) {
            String name = LivenessFileName.newName();
            Path file = live.resolve(name);
            FileChannel channel = FileChannel.open(file, CREATE_NEW, WRITE);
            if (isLocked(channel, file)) {
                String key = key(file);
                if (!key.isEmpty()) {
                    locked.add(channel);
                    return new LivenessReference(name, key, boot);
                }
            }
            // Another process took the file for one of a dead process before it was locked, and removed it.
            channel.close();
            Files.deleteIfExists(file);
        }
        return null;
    }

    private static boolean isLocked(FileChannel channel, Path file) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (IOException e) {
            channel.close();
            Files.deleteIfExists(file);
            throw e;
        }
    }
}
