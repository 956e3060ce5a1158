package dev.tenure.cli.guardian;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * All processes of a command, as this process can see and kill them by itself: for when no guardian can be started.
 *
 * <p>They are the ones a guardian would find: those in the command's session, and those that hold the lock which the
 * tree inherits; and also all children of these. Confined to one thread.
 */
final class ProcessTree {
    private static final String LOCK_DESCRIPTOR = "9";
    private static final int SESSION_FIELD = 3;

    private final ProcessHandle leader;
    private final Object lock;

    /** Whoever was once seen to belong to it; a child that has lost its parents is known no other way. */
    private final Set<ProcessHandle> known = new HashSet<>();

    /**
     * Returns the tree that begins with a process.
     *
     * @param leader the process that leads the command's session
     * @param lock the key of the lock file, as {@link #key} returned it while the file was known to be the right one
     */
    ProcessTree(ProcessHandle leader, Object lock) {
        this.leader = leader;
        this.lock = lock;
        known.add(leader);
    }

    /** Returns what tells a file from any other, whatever its path is or becomes. */
    static Object key(Path file) throws IOException {
        return Objects.requireNonNull(
                Files.readAttributes(file, BasicFileAttributes.class).fileKey());
    }

    /**
     * Kills all of it that lives, and tells whether anything did. One that was killed may take a moment to die: nothing
     * lives only when this has returned false.
     *
     * @param token the token of the term, by which a later command that holds the same lock is told and left alone
     */
    boolean kill(long token) throws IOException {
        // Twice, as one look misses a process that was born behind it, of a parent that died before it.
        boolean lived = killOnce(token);
        return lived || killOnce(token);
    }

    private boolean killOnce(long token) throws IOException {
        // As long as a session has members nobody else gets its id. Who has it now has another session.
        boolean passedOn = ProcessHandle.of(leader.pid())
                .filter(other -> !other.equals(leader))
                .isPresent();
        for (ProcessHandle each : ProcessHandle.allProcesses().toList()) {
            if ((!passedOn && session(each).equals(Long.toString(leader.pid()))) || holdsLock(each, token)) {
                known.add(each);
            }
        }
        for (ProcessHandle each : Set.copyOf(known)) {
            if (each.isAlive()) { // or else they might be those of a later process with the same id
                each.descendants().forEach(known::add);
            }
        }
        boolean lived = false;
        for (ProcessHandle each : Set.copyOf(known)) {
            if (each.isAlive() && !session(each).isEmpty()) {
                each.destroyForcibly();
                lived = true;
            } else {
                known.remove(each);
            }
        }
        return lived;
    }

    /** Returns the session of a process, or nothing if it is dead, even if its parent has not noticed yet. */
    private static String session(ProcessHandle process) throws IOException {
        String stat = read(process, "stat");
        if (stat == null) {
            return "";
        }
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return fields[0].matches("[ZX]") ? "" : fields[SESSION_FIELD];
    }

    /** The kernel shows a lock with every descriptor that shares it, and with no other of the same file. */
    private boolean holdsLock(ProcessHandle process, long token) throws IOException {
        try {
            if (!lock.equals(key(path(process, "fd/" + LOCK_DESCRIPTOR)))) {
                return false;
            }
        } catch (IOException noSuchDescriptor) {
            return false;
        }
        String descriptor = read(process, "fdinfo/" + LOCK_DESCRIPTOR);
        if (descriptor == null || !descriptor.contains("lock:")) {
            return false;
        }
        String environment = read(process, "environ");
        return environment == null
                || !environment.contains("TENURE_TOKEN=")
                || environment.contains("TENURE_TOKEN=" + token + "\0");
    }

    /** Returns what the kernel tells of a process, or null if it is gone or another user's. */
    private static @Nullable String read(ProcessHandle process, String file) throws IOException {
        try {
            return Files.readString(path(process, file), StandardCharsets.ISO_8859_1);
        } catch (NoSuchFileException | AccessDeniedException none) {
            return null;
        } catch (IOException failed) {
            if (process.isAlive()) {
                throw failed;
            }
            return null;
        }
    }

    private static Path path(ProcessHandle process, String file) {
        return Path.of("/proc", Long.toString(process.pid()), file);
    }
}
