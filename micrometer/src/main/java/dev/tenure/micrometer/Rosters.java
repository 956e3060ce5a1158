package dev.tenure.micrometer;

import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.TimeSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many candidates stand in each election, by the rosters as the engine last read them. Thread-safe.
 *
 * <p>A store keeps entries of dead candidates for a while: those whose beat stood still for twice as long as it is good
 * for do not count, and rosters of such only are forgotten.
 */
final class Rosters {
    private static final int FEW = 1_000;

    private final TimeSource time;
    private final Map<String, Map<String, Beat>> beats = new ConcurrentHashMap<>();
    private final AtomicInteger cleanAt = new AtomicInteger(FEW);

    /** The last beat of a candidate, and when it was first seen. */
    private record Beat(long number, long seenNanos, long validNanos) {
        boolean isAlive(long now) {
            return now - seenNanos <= 2 * validNanos;
        }
    }

    Rosters(TimeSource time) {
        this.time = time;
    }

    /** Takes in the entries of one roster. */
    void saw(String roster, List<RosterEntry> entries) {
        long now = time.nanos();
        Map<String, Beat> before = beats.getOrDefault(roster, Map.of());
        Map<String, Beat> after = new HashMap<>();
        for (RosterEntry entry : entries) {
            String instance = entry.candidate().instance();
            long number = entry.heartbeat().number();
            Beat known = before.get(instance);
            boolean same = known != null && known.number() == number;
            after.put(
                    instance,
                    same
                            ? known
                            : new Beat(number, now, entry.heartbeat().validFor().toNanos()));
        }
        beats.put(roster, after);
        if (beats.size() > cleanAt.get()) {
            beats.values().removeIf(each -> each.values().stream().noneMatch(beat -> beat.isAlive(now)));
            cleanAt.set(Math.max(FEW, 2 * beats.size()));
        }
    }

    /** Returns of how many elections something is known. */
    int elections() {
        return beats.size();
    }

    /** Returns how many candidates of a roster are alive, this one included; 0 if the store keeps none. */
    long size(String roster) {
        long now = time.nanos();
        return beats.getOrDefault(roster, Map.of()).values().stream()
                .filter(beat -> beat.isAlive(now))
                .count();
    }
}
