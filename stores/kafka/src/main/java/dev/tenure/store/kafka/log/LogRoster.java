package dev.tenure.store.kafka.log;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.Roster;
import dev.tenure.spi.RosterEntry;
import dev.tenure.store.kafka.log.LogRecord.Attendance;
import dev.tenure.store.kafka.log.LogRecord.Departure;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Rosters as records of the log: one record for all rosters with the same entry. Thread-safe. */
final class LogRoster implements Roster {
    /** So many names fit into a record, however long they are. */
    private static final int MOST_NAMES = 500;

    private final ElectionLog log;

    LogRoster(ElectionLog log) {
        this.log = log;
    }

    @Override
    public Map<String, List<RosterEntry>> attend(Map<String, RosterEntry> own, Deadline deadline) {
        deadline.requireLeft();
        if (own.isEmpty()) {
            return Map.of();
        }
        Map<RosterEntry, List<String>> byEntry = new LinkedHashMap<>();
        own.forEach((roster, entry) ->
                byEntry.computeIfAbsent(entry, absent -> new ArrayList<>()).add(roster));
        List<LogRecord> records = new ArrayList<>();
        byEntry.forEach((entry, rosters) ->
                chunks(rosters).forEach(names -> records.add(new Attendance(RecordFormat.newId(), entry, names))));
        log.prepare(deadline);
        log.writeAll(records, deadline);
        Map<String, List<RosterEntry>> found = new LinkedHashMap<>();
        own.keySet().forEach(roster -> found.put(roster, members(roster)));
        return found;
    }

    private List<RosterEntry> members(String roster) {
        return log.view().members(roster);
    }

    private static List<List<String>> chunks(List<String> names) {
        List<List<String>> chunks = new ArrayList<>();
        for (int from = 0; from < names.size(); from += MOST_NAMES) {
            chunks.add(List.copyOf(names.subList(from, Math.min(names.size(), from + MOST_NAMES))));
        }
        return chunks;
    }

    @Override
    public List<RosterEntry> members(String roster, Deadline deadline) {
        return log.catchUp(() -> members(roster), deadline).orElseGet(List::of);
    }

    @Override
    public void leave(Collection<String> rosters, String instance, Deadline deadline) {
        if (!log.catchUp(deadline)) {
            return;
        }
        List<String> attended = rosters.stream()
                .filter(roster -> log.view().isMember(roster, instance))
                .toList();
        List<LogRecord> records = new ArrayList<>();
        chunks(attended).forEach(names -> records.add(new Departure(RecordFormat.newId(), instance, names)));
        if (!records.isEmpty()) {
            log.prepare(deadline);
            log.writeAll(records, deadline);
        }
    }
}
