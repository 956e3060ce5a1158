package dev.tenure.store.file;

import static java.nio.file.StandardOpenOption.READ;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Finds out whether the process behind a pulse is dead: the short cut past the ttl. Thread-safe.
 *
 * <p>Dead is what the kernel says is dead: the very file that the holder locked, under the same boot of the same
 * kernel, can be locked. Everything else is no proof, and the lease is waited out: another boot or none, a file that is
 * missing or has another inode, a file of this process, any error.
 */
final class LivenessProbe {
    /** The JDK refuses two overlapping probes in one JVM; taking turns keeps that from looking like life. */
    private static final Map<Path, Object> TURNS = new ConcurrentHashMap<>();

    private static final int MOST_REMEMBERED = 1000;

    private final Path live;
    private final Object turn;
    private final String boot;

    /** A process does not come back to life, and its file name is used once. */
    private final Set<LivenessReference> dead = ConcurrentHashMap.newKeySet();

    LivenessProbe(Path live) {
        this.live = live;
        this.turn = TURNS.computeIfAbsent(live, folder -> new Object());
        this.boot = LivenessFile.boot().orElse("");
    }

    /** Tells whether the process is certainly dead. */
    boolean isDead(LivenessReference liveness) {
        if (dead.contains(liveness)) {
            return true;
        }
        if (!liveness.boot().equals(boot) || !LivenessFileName.isOfAnother(liveness.file()) || !canBeLocked(liveness)) {
            return false;
        }
        if (dead.size() >= MOST_REMEMBERED) {
            dead.clear();
        }
        dead.add(liveness);
        return true;
    }

    /**
     * The lock is a shared one: reading is permission enough, and processes that probe together do not fool each other.
     */
    private boolean canBeLocked(LivenessReference liveness) {
        Path file = live.resolve(liveness.file());
        synchronized (turn) {
            try {
                if (!LivenessFile.key(file).equals(liveness.key())) {
                    return false;
                }
                try (FileChannel channel = FileChannel.open(file, READ);
                        FileLock lock = channel.tryLock(0, Long.MAX_VALUE, true)) {
                    return lock != null && LivenessFile.key(file).equals(liveness.key());
                }
            } catch (IOException | OverlappingFileLockException e) {
                return false; // no proof
            }
        }
    }
}
