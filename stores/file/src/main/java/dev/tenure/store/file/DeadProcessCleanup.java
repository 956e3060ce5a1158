package dev.tenure.store.file;

import static java.lang.System.Logger.Level.DEBUG;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.EscapingLogger;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.NotDirectoryException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Removes files of dead processes: liveness files, their entries in rosters, and drafts. Thread-safe.
 *
 * <p>A liveness file that a current record names stays, dead or not, because it lets others take over at once. The lock
 * is taken before the records are read and held while the file is removed: its process is then dead, and writes no
 * further record that names it.
 */
final class DeadProcessCleanup {
    /** How many at a time, because each keeps a descriptor open. The next process that starts removes more. */
    private static final int MOST_FILES = 100;

    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.store.file");

    private final Disk disk;
    private final FolderLayout layout;
    private final UnreadableFileWarnings warnings;
    private final AtomicReference<@Nullable LivenessReference> cleanedFor = new AtomicReference<>();

    DeadProcessCleanup(Disk disk, FolderLayout layout, UnreadableFileWarnings warnings) {
        this.disk = disk;
        this.layout = layout;
        this.warnings = warnings;
    }

    /** Runs once for each liveness file of this process: once, and again if somebody removed the folder. */
    void once(@Nullable LivenessReference liveness, Deadline deadline) {
        if (liveness == null || liveness.equals(cleanedFor.getAndSet(liveness))) {
            return;
        }
        try {
            run(deadline);
        } catch (IOException e) {
            LOG.log(DEBUG, "files of dead processes stay in " + layout.root() + " until another process starts", e);
        }
    }

    /** Removes files until all are gone, or the deadline passes. */
    private void run(Deadline deadline) throws IOException {
        List<Dead> dead = new ArrayList<>();
        try {
            for (String name : disk.list(layout.live())) {
                if (dead.size() == MOST_FILES || deadline.hasPassed()) {
                    break;
                }
                Dead found = LivenessFileName.isOfAnother(name) ? lock(name) : null;
                if (found != null) {
                    dead.add(found);
                }
            }
            removeUnnamed(dead, deadline);
        } finally {
            for (Dead file : dead) {
                file.lock().close();
            }
        }
        removeDrafts();
    }

    private record Dead(String name, FileChannel lock) {}

    private @Nullable Dead lock(String name) throws IOException {
        FileChannel channel = null;
        boolean locked = false;
        try {
            channel = FileChannel.open(layout.live().resolve(name), WRITE);
            locked = channel.tryLock() != null;
            return locked ? new Dead(name, channel) : null;
        } catch (IOException | OverlappingFileLockException e) {
            return null; // gone, not readable, or being probed: another process removes it later
        } finally {
            if (channel != null && !locked) {
                channel.close();
            }
        }
    }

    private void removeUnnamed(List<Dead> dead, Deadline deadline) throws IOException {
        if (dead.isEmpty()) {
            return;
        }
        Set<String> named = new HashSet<>();
        for (String election : disk.list(layout.elections())) {
            if (deadline.hasPassed()) {
                return; // not all records were read: one of them may name it
            }
            holder(election).ifPresent(liveness -> named.add(liveness.file()));
        }
        if (!removeRosterEntries(dead, deadline)) {
            return; // without the liveness file nobody could tell that the writer of an entry is dead
        }
        for (Dead file : dead) {
            if (!named.contains(file.name())) {
                disk.remove(layout.live().resolve(file.name()));
            }
        }
    }

    /** Removes the entries of dead processes from all rosters, and tells whether there was time for all. */
    private boolean removeRosterEntries(List<Dead> dead, Deadline deadline) throws IOException {
        Set<String> names = dead.stream().map(Dead::name).collect(Collectors.toSet());
        for (String roster : disk.list(layout.rosters())) {
            if (deadline.hasPassed()) {
                return false;
            }
            try {
                new RosterFolder(disk, layout.rosters().resolve(roster), warnings)
                        .living(liveness -> names.contains(liveness.file()));
            } catch (NotDirectoryException e) {
                // a file that is no roster
            }
        }
        return true;
    }

    private Optional<LivenessReference> holder(String election) throws IOException {
        try {
            return new RecordFiles(disk, layout.elections().resolve(election))
                    .current()
                    .map(RecordFormat::liveness);
        } catch (NotDirectoryException e) {
            return Optional.empty(); // a file that is no election
        }
    }

    /** A draft is named after the liveness file of its process, which exists before the draft. */
    private void removeDrafts() throws IOException {
        List<String> temporaryFiles = disk.list(layout.temporaryFiles());
        Set<String> living = Set.copyOf(disk.list(layout.live()));
        for (String draft : temporaryFiles) {
            String owner = draft.substring(0, Math.max(0, draft.indexOf('.')));
            if (LivenessFileName.isOfAnother(owner) && !living.contains(owner)) {
                disk.remove(layout.temporaryFiles().resolve(draft));
            }
        }
    }
}
