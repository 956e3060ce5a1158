package dev.tenure.testkit;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.Roster;
import dev.tenure.spi.RosterEntry;
import dev.tenure.testkit.FaultyStore.Operation;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** A roster whose calls go wrong as scripted. Thread-safe. */
final class FaultyRoster implements Roster {
    private final Roster roster;
    private final FaultyStore faults;

    FaultyRoster(Roster roster, FaultyStore faults) {
        this.roster = roster;
        this.faults = faults;
    }

    @Override
    public Map<String, List<RosterEntry>> attend(Map<String, RosterEntry> own, Deadline deadline) {
        return faults.call(Operation.ATTEND, own.keySet(), deadline, by -> roster.attend(own, by));
    }

    @Override
    public List<RosterEntry> members(String name, Deadline deadline) {
        return faults.call(Operation.MEMBERS, List.of(name), deadline, by -> roster.members(name, by));
    }

    @Override
    public void leave(Collection<String> rosters, String instance, Deadline deadline) {
        faults.call(Operation.LEAVE, rosters, deadline, by -> {
            roster.leave(rosters, instance, by);
            return instance;
        });
    }
}
