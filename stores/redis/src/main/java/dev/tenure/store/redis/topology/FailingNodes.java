package dev.tenure.store.redis.topology;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import redis.clients.jedis.HostAndPort;

/** The nodes that failed a call in the last ten seconds, in order of their latest failure. Thread-safe. */
final class FailingNodes {
    private static final Duration FORGET_AFTER = Duration.ofSeconds(10);

    private final Map<HostAndPort, Failure> failures = new HashMap<>();
    private long last;

    private record Failure(long rank, Deadline end) {}

    synchronized void add(HostAndPort node) {
        failures.values().removeIf(each -> each.end().hasPassed());
        failures.put(node, new Failure(++last, Deadline.after(TimeSource.system(), FORGET_AFTER)));
    }

    boolean contains(HostAndPort node) {
        return rank(node) > 0;
    }

    /** Returns 0 for a node that did not fail, and a higher number the later it failed. */
    synchronized long rank(HostAndPort node) {
        Failure found = failures.get(node);
        return found == null || found.end().hasPassed() ? 0 : found.rank();
    }
}
