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
import org.jspecify.annotations.Nullable;

/**
 * Keeps rosters in folders. Thread-safe, between processes too.
 *
 * <p>An entry is never synced: a power failure that loses it ends its process as well, and the next beat repairs any
 * other loss. Where the file system allows, the date of an unchanged entry shows its beats. The entry of a process that
 * the kernel knows to be dead is not shown, so that nobody waits for a dead successor.
 */
final class FileRoster implements Roster {
    private final Disk disk;
    private final FolderLayout layout;
    private final TemporaryFiles temporaryFiles;
    private final LivenessProbe probe;
    private final DeadProcessCleanup cleanup;
    private final UnreadableFileWarnings warnings;
    private final OwnEntries ownEntries;

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
        this.ownEntries = new OwnEntries(disk, temporaryFiles);
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
            all.put(entry.getKey(), attend(folder, entry.getValue(), liveness, isDead));
        }
        cleanup.once(liveness, deadline);
        return all;
    }

    private List<RosterEntry> attend(
            Path folder, RosterEntry own, @Nullable LivenessReference liveness, Predicate<LivenessReference> isDead) {
        Path file = folder.resolve(RosterFolder.file(own.candidate().instance()));
        if (ownEntries.date(file, own, liveness)) {
            List<RosterEntry> living = living(folder, isDead);
            if (living.stream().anyMatch(each -> BeatDate.isSameBeat(each, own))) {
                return living;
            }
            // Somebody changed the file, or its file system keeps no such date.
        }
        ownEntries.write(folder, own, liveness);
        return living(folder, isDead);
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
            ownEntries.forget(file);
            try {
                disk.remove(file);
            } catch (IOException e) {
                throw FileErrors.noEffect("removing " + file, e);
            }
        }
    }
}
