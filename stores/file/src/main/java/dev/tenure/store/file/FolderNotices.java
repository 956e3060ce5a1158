package dev.tenure.store.file;

import static java.lang.System.Logger.Level.INFO;
import static java.lang.System.Logger.Level.WARNING;
import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;

import dev.tenure.spi.EscapingLogger;
import dev.tenure.store.support.FailureWords;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The kernel's notices of new names in the folders of elections (inotify), so that these need not be listed again and
 * again. Used by one thread.
 *
 * <p>Only file systems of this machine have them: the kernel does not hear of what other machines write. Where there
 * are none, for that reason or because a limit of the kernel is reached, the log says so once, and folders are listed.
 */
final class FolderNotices implements AutoCloseable {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.store.file");

    private final Disk disk;

    /** Who is told of a new name in a folder: several watches of one election share its notices. */
    private final Map<WatchKey, Set<WatchedElection>> told = new HashMap<>();

    private @Nullable WatchService kernel;
    private boolean none;

    FolderNotices(Disk disk) {
        this.disk = disk;
    }

    /** Returns notices of new records, or null if the folder must be listed. They begin before this returns. */
    @Nullable WatchKey of(WatchedElection watched) {
        if (none) {
            return null;
        }
        try {
            WatchService open = kernel == null ? open(watched) : kernel;
            kernel = open;
            if (open == null) {
                return null;
            }
            WatchKey key = watched.folder().register(open, ENTRY_CREATE);
            told.computeIfAbsent(key, none -> new HashSet<>()).add(watched);
            return key;
        } catch (FileSystemException e) {
            return null; // there is no record yet, or it cannot be listed either
        } catch (IOException | UnsupportedOperationException e) {
            none = true;
            LOG.log(
                    WARNING,
                    "the kernel tells of no further changes, so " + watched.folder() + " is listed every "
                            + Watcher.PERIOD_MILLIS
                            + " ms: raise fs.inotify.max_user_instances and max_user_watches (" + FailureWords.of(e)
                            + ")");
            return null;
        }
    }

    private @Nullable WatchService open(WatchedElection watched) throws IOException {
        if (disk.isLocal(watched.folder())) {
            return watched.folder().getFileSystem().newWatchService();
        }
        none = true;
        LOG.log(
                INFO,
                "other machines may write " + watched.folder() + ", so it is listed every " + Watcher.PERIOD_MILLIS
                        + " ms");
        return null;
    }

    /** Ends the notices that none of these has asked for. */
    void keepOnly(List<WatchedElection> watches) {
        Set<WatchedElection> wanted = new HashSet<>(watches);
        told.entrySet().removeIf(notice -> {
            notice.getValue().retainAll(wanted);
            boolean unwanted = notice.getValue().isEmpty();
            if (unwanted) {
                notice.getKey().cancel();
            }
            return unwanted || !notice.getKey().isValid();
        });
    }

    /**
     * Waits for so long, or until an election may have a new record or the latch is open. Returns the elections that
     * may have one. If the kernel lost notices, these are all.
     */
    Set<WatchedElection> await(long nanos, CountDownLatch end) throws InterruptedException {
        Set<WatchedElection> changed = new LinkedHashSet<>();
        WatchService open = kernel;
        if (open == null) {
            end.await(nanos, TimeUnit.NANOSECONDS);
            return changed;
        }
        for (WatchKey key = open.poll(nanos, TimeUnit.NANOSECONDS); key != null; key = open.poll()) {
            key.pollEvents();
            key.reset();
            if (!changed.addAll(told.getOrDefault(key, Set.of()))) {
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
