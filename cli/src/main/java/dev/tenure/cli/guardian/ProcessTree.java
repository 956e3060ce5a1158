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
 * Finds and kills all processes of a command from this process, for when no guardian can be started.
 *
 * <p>These are the processes that a guardian would find (those in the command's session, and those that hold the
 * inherited lock) and all their children. Confined to one thread.
 */
final class ProcessTree {
    private static final String LOCK_DESCRIPTOR = "9";
    private static final int SESSION_FIELD = 3;

    private final ProcessHandle leader;
    private final Object lock;

    /** Processes once seen to belong to the command; an orphan cannot be found in another way. */
    private final Set<ProcessHandle> known = new HashSet<>();

    /**
     * Creates the tree of a process.
     *
     * @param leader the process that leads the command's session
     * @param lock the key of the lock file, as {@link #key} returned it while the file was known to be the right one
     */
    ProcessTree(ProcessHandle leader, Object lock) {
        this.leader = leader;
        this.lock = lock;
        known.add(leader);
    }

    /** Returns the identity of a file, which does not depend on its path. */
    static Object key(Path file) throws IOException {
        return Objects.requireNonNull(
                Files.readAttributes(file, BasicFileAttributes.class).fileKey());
    }

    /**
     * Kills all live processes, and tells whether there were any. A killed process may take a moment to die, so the
     * tree has ended only when this returns false.
     *
     * @param token the token of the term; a later command that holds the same lock has another token, and is left alone
     */
    boolean kill(long token) throws IOException {
        // Twice, because one pass can miss a process that started meanwhile and whose parent has died.
        boolean lived = killOnce(token);
        return lived || killOnce(token);
    }

    private boolean killOnce(long token) throws IOException {
        // The id of a session is not reused while it has members, so a process that has it now belongs to another one.
        boolean passedOn = ProcessHandle.of(leader.pid())
                .filter(other -> !other.equals(leader))
                .isPresent();
        for (ProcessHandle each : ProcessHandle.allProcesses().toList()) {
            if ((!passedOn && session(each).equals(Long.toString(leader.pid()))) || holdsLock(each, token)) {
                known.add(each);
            }
        }
        for (ProcessHandle each : Set.copyOf(known)) {
            if (each.isAlive()) { // otherwise they might belong to a later process with the same id
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

    /** Returns the session of a process; empty if it is dead, even if its parent has not collected it yet. */
    private static String session(ProcessHandle process) throws IOException {
        String stat = read(process, "stat");
        if (stat == null) {
            return "";
        }
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return fields[0].matches("[ZX]") ? "" : fields[SESSION_FIELD];
    }

    /** The kernel lists a lock only for descriptors that share it. */
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

    /** Returns a file of /proc for a process, or null if the process has ended or belongs to another user. */
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
