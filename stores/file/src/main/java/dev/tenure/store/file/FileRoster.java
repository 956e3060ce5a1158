package dev.tenure.store.file;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.Roster;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Keeps rosters in folders. Thread-safe, between processes too.
 *
 * <p>An entry is never synced: a power failure that loses it ends its process as well, and any other loss is repaired
 * when the candidate next attends. How often an unchanged entry is written {@link RosterBeats} decides. The entry of a
 * process that the kernel knows to be dead is not shown, so that nobody waits for a dead successor.
 */
final class FileRoster implements Roster {
    private final Disk disk;
    private final FolderLayout layout;
    private final TemporaryFiles temporaryFiles;
    private final LivenessProbe probe;
    private final DeadProcessCleanup cleanup;
    private final UnreadableFileWarnings warnings;
    private final RosterBeats beats = new RosterBeats();

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
        boolean calm = liveness != null;
        Map<String, List<RosterEntry>> all = new HashMap<>();
        for (String roster : own.keySet()) {
            deadline.requireLeft();
            List<RecordFormat.ParsedEntry> living = living(layout.roster(roster), isDead);
            calm &= living.stream().allMatch(each -> isUnderSameKernel(each.liveness(), liveness));
            all.put(roster, entries(living));
        }
        write(own, beats.due(own, all, calm, TimeSource.system().nanos()), all, deadline);
        cleanup.once(liveness, deadline);
        return all;
    }

    private static boolean isUnderSameKernel(@Nullable LivenessReference one, @Nullable LivenessReference other) {
        return one != null && other != null && one.boot().equals(other.boot());
    }

    private void write(
            Map<String, RosterEntry> own, RosterBeats.Due due, Map<String, List<RosterEntry>> all, Deadline deadline) {
        LivenessReference liveness = temporaryFiles.liveness();
        due.entries().forEach((roster, entry) -> {
            deadline.requireLeft();
            String instance = entry.candidate().instance();
            byte[] content = RecordFormat.write(entry, liveness);
            temporaryFiles.replace(layout.roster(roster), RosterFolder.file(instance), content, liveness);
            beats.written(
                    roster,
                    own.getOrDefault(roster, entry),
                    entry,
                    due.calm(),
                    TimeSource.system().nanos());
            List<RosterEntry> shown = all.computeIfAbsent(roster, none -> new ArrayList<>());
            shown.removeIf(each -> each.candidate().instance().equals(instance));
            shown.add(entry);
        });
    }

    @Override
    public List<RosterEntry> members(String roster, Deadline deadline) {
        deadline.requireLeft();
        return entries(living(layout.roster(roster), probingOnce()));
    }

    private static List<RosterEntry> entries(List<RecordFormat.ParsedEntry> living) {
        return living.stream().map(RecordFormat.ParsedEntry::entry).collect(Collectors.toCollection(ArrayList::new));
    }

    private List<RecordFormat.ParsedEntry> living(Path folder, Predicate<LivenessReference> isDead) {
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
        beats.left(rosters, instance);
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
