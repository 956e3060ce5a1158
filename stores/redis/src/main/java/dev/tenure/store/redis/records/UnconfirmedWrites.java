package dev.tenure.store.redis.records;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * In which elections a write of this store may have taken effect without enough replicas having it: those under way,
 * and those of unknown outcome. Thread-safe.
 */
final class UnconfirmedWrites {
    private final Map<String, Integer> running = new ConcurrentHashMap<>();
    private final Map<String, Long> unknown = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();

    /**
     * The doubt there was about an election when a call began. Only this one can the call lay to rest: one that arose
     * meanwhile is another's.
     *
     * @param election the election
     * @param number its number; 0 if there was none
     */
    record Snapshot(String election, long number) {}

    Snapshot of(String election) {
        return new Snapshot(election, unknown.getOrDefault(election, 0L));
    }

    /** A write begins; it ends with {@link #end}. */
    Snapshot begin(String election) {
        running.merge(election, 1, Integer::sum);
        return of(election);
    }

    /** A write ended, and what came of it is known or not. */
    void end(String election, boolean known) {
        if (!known) {
            unknown.put(election, numbers.incrementAndGet());
        }
        running.computeIfPresent(election, (same, count) -> count == 1 ? null : count - 1);
    }

    /** What is there now was confirmed by a call that began with this doubt. */
    void confirmed(Snapshot before) {
        unknown.remove(before.election(), before.number());
    }

    boolean isUnconfirmed(String election) {
        return running.containsKey(election) || unknown.containsKey(election);
    }
}
