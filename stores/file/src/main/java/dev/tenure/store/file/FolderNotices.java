package dev.tenure.store.file;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;
import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;

import dev.tenure.spi.EscapingLogger;
import dev.tenure.store.support.FailureWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's notices of new names in folders (inotify), so that these need not be listed again and again. Used by one
 * thread.
 *
 * <p>Only file systems of this machine have them: the kernel does not hear of what other machines write. Where there
 * are none, for that reason or because a limit of the kernel is reached, the log says so once, and folders are listed.
 */
final class FolderNotices implements AutoCloseable {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.store.file");

    /** The Linux names of file systems that only this machine writes to. */
    private static final Pattern LOCAL = Pattern.compile("ext[234]|xfs|btrfs|zfs|f2fs|tmpfs|overlay");

    private final Set<WatchKey> keys = Collections.newSetFromMap(new IdentityHashMap<>());
    private @Nullable WatchService kernel;
    private boolean none;

    /** Makes notices of folders; {@code wanted} says whether there are any. */
    FolderNotices(boolean wanted) {
        this.none = !wanted;
    }

    /** Returns notices of new names in a folder, or null if it must be listed. They begin before this returns. */
    @Nullable WatchKey of(Path folder) {
        if (none) {
            return null;
        }
        try {
            WatchService open = kernel == null ? open(folder) : kernel;
            kernel = open;
            WatchKey key = open == null ? null : folder.register(open, ENTRY_CREATE);
            if (key != null) {
                keys.add(key);
            }
            return key;
        } catch (NoSuchFileException | NotDirectoryException e) {
            return null; // there is no record yet
        } catch (IOException | UnsupportedOperationException e) {
            none = true;
            LOG.log(
                    WARNING,
                    "the kernel tells of no further changes, so " + folder + " is listed every " + Watcher.PERIOD_MILLIS
                            + " ms: raise fs.inotify.max_user_instances and max_user_watches (" + FailureWords.of(e)
                            + ")");
            return null;
        }
    }

    private @Nullable WatchService open(Path folder) throws IOException {
        String type = Files.getFileStore(folder).type();
        if (LOCAL.matcher(type).matches()) {
            return folder.getFileSystem().newWatchService();
        }
        none = true;
        LOG.log(INFO, folder + " is on " + type + ", so it is listed every " + Watcher.PERIOD_MILLIS + " ms");
        return null;
    }

    /** Ends all notices but these. */
    void keepOnly(Set<WatchKey> wanted) {
        keys.removeIf(key -> {
            boolean unwanted = !wanted.contains(key);
            if (unwanted) {
                key.cancel();
            }
            return unwanted;
        });
    }

    /**
     * Waits for so long, or until a folder has a new name or the latch is open. Returns the notices of the folders that
     * have a new name.
     */
    Set<WatchKey> await(long nanos, CountDownLatch end) throws InterruptedException {
        Set<WatchKey> changed = Collections.newSetFromMap(new IdentityHashMap<>());
        WatchService open = kernel;
        if (open == null) {
            end.await(nanos, TimeUnit.NANOSECONDS);
            return changed;
        }
        for (WatchKey key = open.poll(nanos, TimeUnit.NANOSECONDS); key != null; key = open.poll()) {
            key.pollEvents();
            key.reset();
            if (!changed.add(key)) {
                break; // it changes faster than it is looked at
            }
        }
        return changed;
    }

    /** Ends all notices. Not for a thread that must not wait for the disk. */
    @Override
    public void close() throws IOException {
        if (kernel != null) {
            kernel.close();
        }
    }
}
