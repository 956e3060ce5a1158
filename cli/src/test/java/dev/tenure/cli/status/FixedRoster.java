package dev.tenure.cli.status;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.Roster;
import dev.tenure.spi.RosterEntry;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Rosters of one member each that never change.
 *
 * @param members the member of each roster
 */
record FixedRoster(Map<String, RosterEntry> members) implements Roster {
    @Override
    public Map<String, List<RosterEntry>> attend(Map<String, RosterEntry> own, Deadline deadline) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<RosterEntry> members(String roster, Deadline deadline) {
        RosterEntry member = members.get(roster);
        return member == null ? List.of() : List.of(member);
    }

    @Override
    public void leave(Collection<String> rosters, String instance, Deadline deadline) {
        throw new UnsupportedOperationException();
    }
}
