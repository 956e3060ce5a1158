package dev.tenure.testkit;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.Enrolment;
import dev.tenure.spi.Roster;
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
    private final Map<String, List<Enrolment>> rosters = new ConcurrentHashMap<>();

    @Override
    public Map<String, List<Enrolment>> attend(Map<String, Enrolment> own, Deadline deadline) {
        deadline.requireLeft();
        Map<String, List<Enrolment>> everybody = new HashMap<>();
        own.forEach((roster, entry) ->
                everybody.put(roster, rosters.merge(roster, List.of(entry), (found, unused) -> with(found, entry))));
        return everybody;
    }

    private static List<Enrolment> with(List<Enrolment> found, Enrolment entry) {
        List<Enrolment> members =
                new ArrayList<>(without(found, entry.candidate().instance()));
        members.add(entry);
        return List.copyOf(members);
    }

    private static List<Enrolment> without(List<Enrolment> found, String instance) {
        return found.stream()
                .filter(member -> !member.candidate().instance().equals(instance))
                .toList();
    }

    @Override
    public List<Enrolment> members(String roster, Deadline deadline) {
        deadline.requireLeft();
        return rosters.getOrDefault(roster, List.of());
    }

    @Override
    public void leave(Collection<String> left, String instance, Deadline deadline) {
        deadline.requireLeft();
        for (String roster : left) {
            rosters.computeIfPresent(roster, (name, found) -> {
                List<Enrolment> others = without(found, instance);
                return others.isEmpty() ? null : others;
            });
        }
    }
}
