package dev.tenure.store.file;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.Roster;
import dev.tenure.spi.RosterEntry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Keeps rosters in folders. Thread-safe, between processes too.
 *
 * <p>An entry is replaced with each beat and never synced: a power failure that loses it ends its process as well, and
 * the next beat repairs any other loss. The entry of a process that the kernel knows to be dead is not shown, so that
 * nobody waits for a dead successor.
 */
final class FileRoster implements Roster {
    private final Disk disk;
    private final FolderLayout layout;
    private final TemporaryFiles temporaryFiles;
    private final LivenessProbe probe;
    private final DeadProcessCleanup cleanup;
    private final UnreadableFileWarnings warnings;

    FileRoster(
            Disk disk,
            FolderLayout layout,
            TemporaryFiles temporaryFiles,
            LivenessProbe probe,
            DeadProcessCleanup cleanup,
            UnreadableFileWarnings warnings) {
        this.disk = disk;
        this.layout = layout;
        this.temporaryFiles = temporaryFiles;
        this.probe = probe;
        this.cleanup = cleanup;
        this.warnings = warnings;
    }

    @Override
    public Map<String, List<RosterEntry>> attend(Map<String, RosterEntry> own, Deadline deadline) {
        deadline.requireLeft();
        LivenessReference liveness = temporaryFiles.liveness();
        Predicate<LivenessReference> isDead = probingOnce();
        Map<String, List<RosterEntry>> all = new HashMap<>();
        for (Map.Entry<String, RosterEntry> entry : own.entrySet()) {
            deadline.requireLeft();
            Path folder = layout.roster(entry.getKey());
            RosterEntry candidateEntry = entry.getValue();
            String file = RosterFolder.file(candidateEntry.candidate().instance());
            temporaryFiles.replace(folder, file, RecordFormat.write(candidateEntry, liveness), liveness);
            all.put(entry.getKey(), living(folder, isDead));
        }
        cleanup.once(liveness, deadline);
        return all;
    }

    @Override
    public List<RosterEntry> members(String roster, Deadline deadline) {
        deadline.requireLeft();
        return living(layout.roster(roster), probingOnce());
    }

    private List<RosterEntry> living(Path folder, Predicate<LivenessReference> isDead) {
        try {
            return new RosterFolder(disk, folder, warnings).living(isDead);
        } catch (IOException e) {
            throw FileErrors.noEffect("reading " + folder, e);
        }
    }

    /** Returns a test for dead processes that probes each once, since it may be in many rosters. */
    private Predicate<LivenessReference> probingOnce() {
        Set<LivenessReference> alive = new HashSet<>();
        return liveness -> {
            if (alive.contains(liveness)) {
                return false;
            }
            boolean dead = probe.isDead(liveness);
            if (!dead) {
                alive.add(liveness);
            }
            return dead;
        };
    }

    @Override
    public void leave(Collection<String> rosters, String instance, Deadline deadline) {
        deadline.requireLeft();
        for (String roster : rosters) {
            Path file = layout.roster(roster).resolve(RosterFolder.file(instance));
            try {
                disk.remove(file);
            } catch (IOException e) {
                throw FileErrors.noEffect("removing " + file, e);
            }
        }
    }
}
