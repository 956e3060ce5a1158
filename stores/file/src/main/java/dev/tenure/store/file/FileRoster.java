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
 * <p>An entry is replaced with each beat and never synced: a power failure that loses it has ended its process as well,
 * and any other loss is made good by the next beat. The entry of a process that the kernel knows to be dead is not
 * shown, so that nobody waits for a successor that is gone.
 */
final class FileRoster implements Roster {
    private final Disk disk;
    private final Layout layout;
    private final Drafts drafts;
    private final Vitals vitals;
    private final Sweep sweep;
    private final Complaints complaints;

    FileRoster(Disk disk, Layout layout, Drafts drafts, Vitals vitals, Sweep sweep, Complaints complaints) {
        this.disk = disk;
        this.layout = layout;
        this.drafts = drafts;
        this.vitals = vitals;
        this.sweep = sweep;
        this.complaints = complaints;
    }

    @Override
    public Map<String, List<RosterEntry>> attend(Map<String, RosterEntry> own, Deadline deadline) {
        deadline.requireLeft();
        Pulse pulse = drafts.pulse();
        Predicate<Pulse> isDead = deadOrSeenAlive();
        Map<String, List<RosterEntry>> everybody = new HashMap<>();
        for (Map.Entry<String, RosterEntry> entry : own.entrySet()) {
            deadline.requireLeft();
            Path folder = layout.roster(entry.getKey());
            RosterEntry enrolment = entry.getValue();
            String file = RosterFolder.file(enrolment.candidate().instance());
            drafts.replace(folder, file, EnrolmentFormat.write(enrolment, pulse), pulse);
            everybody.put(entry.getKey(), living(folder, isDead));
        }
        sweep.once(pulse, deadline);
        return everybody;
    }

    @Override
    public List<RosterEntry> members(String roster, Deadline deadline) {
        deadline.requireLeft();
        return living(layout.roster(roster), deadOrSeenAlive());
    }

    private List<RosterEntry> living(Path folder, Predicate<Pulse> isDead) {
        try {
            return new RosterFolder(disk, folder, complaints).living(isDead);
        } catch (IOException e) {
            throw Failure.noEffect("reading " + folder, e);
        }
    }

    /** Returns what tells whether a process is dead, and probes each but once: it may be in many rosters. */
    private Predicate<Pulse> deadOrSeenAlive() {
        Set<Pulse> alive = new HashSet<>();
        return pulse -> {
            if (alive.contains(pulse)) {
                return false;
            }
            boolean dead = vitals.isDead(pulse);
            if (!dead) {
                alive.add(pulse);
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
                throw Failure.noEffect("removing " + file, e);
            }
        }
    }
}
