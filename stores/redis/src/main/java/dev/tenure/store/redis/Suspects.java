package dev.tenure.store.redis;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import redis.clients.jedis.HostAndPort;

/** The nodes that failed somebody a moment ago, in the order in which they last did. Thread-safe. */
final class Suspects {
    private static final Duration MOMENT = Duration.ofSeconds(10);

    private final Map<HostAndPort, Suspicion> suspicions = new HashMap<>();
    private long last;

    private record Suspicion(long rank, Deadline end) {}

    synchronized void add(HostAndPort node) {
        suspicions.values().removeIf(each -> each.end().hasPassed());
        suspicions.put(node, new Suspicion(++last, Deadline.after(TimeSource.system(), MOMENT)));
    }

    boolean contains(HostAndPort node) {
        return rank(node) > 0;
    }

    /** Returns 0 for a node that is not suspected, and more for one the later it failed. */
    synchronized long rank(HostAndPort node) {
        Suspicion found = suspicions.get(node);
        return found == null || found.end().hasPassed() ? 0 : found.rank();
    }
}
