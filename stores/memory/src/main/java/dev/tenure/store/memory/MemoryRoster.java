package dev.tenure.store.memory;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.Roster;
import dev.tenure.spi.RosterEntry;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The rosters of a store in memory. Thread-safe.
 *
 * <p>Each is an immutable list that is replaced as a whole: it costs next to nothing where one candidate stands in
 * thousands of elections, and is handed out without a copy.
 */
final class MemoryRoster implements Roster {
    private final Map<String, List<RosterEntry>> rosters = new ConcurrentHashMap<>();

    @Override
    public Map<String, List<RosterEntry>> attend(Map<String, RosterEntry> own, Deadline deadline) {
        deadline.requireLeft();
        Map<String, List<RosterEntry>> everybody = new HashMap<>();
        own.forEach((roster, entry) ->
                everybody.put(roster, rosters.merge(roster, List.of(entry), (found, unused) -> with(found, entry))));
        return everybody;
    }

    private static List<RosterEntry> with(List<RosterEntry> found, RosterEntry entry) {
        List<RosterEntry> members =
                new ArrayList<>(without(found, entry.candidate().instance()));
        members.add(entry);
        return List.copyOf(members);
    }

    private static List<RosterEntry> without(List<RosterEntry> found, String instance) {
        return found.stream()
                .filter(member -> !member.candidate().instance().equals(instance))
                .toList();
    }

    @Override
    public List<RosterEntry> members(String roster, Deadline deadline) {
        deadline.requireLeft();
        return rosters.getOrDefault(roster, List.of());
    }

    @Override
    public void leave(Collection<String> left, String instance, Deadline deadline) {
        deadline.requireLeft();
        for (String roster : left) {
            rosters.computeIfPresent(roster, (name, found) -> {
                List<RosterEntry> others = without(found, instance);
                return others.isEmpty() ? null : others;
            });
        }
    }
}
