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
 * Tells whether the process that wrote a record is dead, so that its lease need not be waited out. Thread-safe.
 *
 * <p>A process is dead if the file that it locked can be locked, under the same boot of the same kernel. Everything
 * else is no proof, and the lease is waited out: another boot or none, a file that is missing or has another inode, a
 * file of this process, any error.
 */
final class LivenessProbe {
    /** Serialises probes: the JDK refuses overlapping ones in one JVM, and that would look like a living process. */
    private static final Map<Path, Object> TURNS = new ConcurrentHashMap<>();

    private static final int MOST_REMEMBERED = 1000;

    private final Path live;
    private final Object turn;
    private final String boot;

    /** Processes known to be dead: they stay dead, and a file name is used once. */
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
     * Uses a shared lock: it needs only read permission, and processes that probe at once do not mislead each other.
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
