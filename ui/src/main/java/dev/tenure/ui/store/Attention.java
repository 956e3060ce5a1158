package dev.tenure.ui.store;

import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which elections viewers look at: those are read more often. A viewer says so again and again; what nobody asks for
 * any more is forgotten. Thread-safe.
 */
final class Attention {
    /** So many viewers' screens fit; with more, the latest to ask is served. */
    private static final int MOST = 400;

    private final TimeSource time;
    private final Duration lasting;
    private final Map<Integer, Long> untilNanos = new LinkedHashMap<>();

    Attention(TimeSource time, Duration lasting) {
        this.time = time;
        this.lasting = lasting;
    }

    /** Notes that somebody looks at the election. */
    synchronized void note(int id) {
        untilNanos.remove(id);
        untilNanos.put(id, time.nanos() + lasting.toNanos());
        if (untilNanos.size() > MOST) {
            untilNanos.remove(untilNanos.keySet().iterator().next());
        }
    }

    /** Returns the elections that are looked at. */
    synchronized List<Integer> current() {
        long now = time.nanos();
        untilNanos.values().removeIf(until -> until - now <= 0);
        return List.copyOf(untilNanos.keySet());
    }
}
