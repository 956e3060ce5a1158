package dev.tenure.store.kafka.log;

import dev.tenure.spi.Request;
import dev.tenure.spi.RosterEntry;
import dev.tenure.store.kafka.log.LogRecord.Asked;
import dev.tenure.store.kafka.log.LogRecord.Attendance;
import dev.tenure.store.kafka.log.LogRecord.Departure;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rosters, and the last request for each election, as far as the records read so far tell them. Nothing is decided
 * by it: what an earlier part of the log said comes again with the next beat. Not thread-safe.
 */
final class FleetState {
    private static final long FORGOTTEN_MILLIS = Duration.ofHours(1).toMillis();
    private static final long SWEEP_MILLIS = Duration.ofMinutes(10).toMillis();

    private final Map<String, Map<String, Member>> rosters = new HashMap<>();
    private final Map<String, Request> requests = new HashMap<>();
    private long sweptMillis;
    private long latestMillis;

    /** An entry, and when the broker received it. */
    private record Member(RosterEntry entry, long atMillis) {}

    /** Applies a record that the broker received at this time, by which alone entries grow old. */
    void apply(LogRecord record, long atMillis) {
        latestMillis = Math.max(latestMillis, atMillis);
        if (record instanceof Attendance attendance) {
            Member member = new Member(attendance.entry(), atMillis);
            for (String roster : attendance.rosters()) {
                rosters.computeIfAbsent(roster, absent -> new HashMap<>())
                        .put(attendance.entry().candidate().instance(), member);
            }
            sweep();
        } else if (record instanceof Departure departure) {
            for (String roster : departure.rosters()) {
                rosters.getOrDefault(roster, new HashMap<>()).remove(departure.instance());
            }
        } else if (record instanceof Asked asked) {
            requests.put(asked.request().election(), asked.request());
        }
    }

    /** Forgets who has not been heard of for an hour. */
    private void sweep() {
        if (latestMillis - sweptMillis > SWEEP_MILLIS) {
            sweptMillis = latestMillis;
            rosters.values().forEach(roster -> roster.values().removeIf(this::isForgotten));
            rosters.values().removeIf(Map::isEmpty);
        }
    }

    private boolean isForgotten(Member member) {
        return latestMillis - member.atMillis > FORGOTTEN_MILLIS;
    }

    List<RosterEntry> members(String roster) {
        return rosters.getOrDefault(roster, Map.of()).values().stream()
                .filter(member -> !isForgotten(member))
                .map(Member::entry)
                .toList();
    }

    boolean isMember(String roster, String instance) {
        return rosters.getOrDefault(roster, Map.of()).containsKey(instance);
    }

    @Nullable Request request(String election) {
        return requests.get(election);
    }
}
