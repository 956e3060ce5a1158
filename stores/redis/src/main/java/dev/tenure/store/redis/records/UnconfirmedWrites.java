package dev.tenure.store.redis.records;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.store.redis.command.ScriptReply;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The elections in which a write of this store may have taken effect without enough replicas: writes that are running,
 * and writes with an unknown outcome. Thread-safe.
 */
final class UnconfirmedWrites {
    private final Map<String, Integer> running = new ConcurrentHashMap<>();
    private final Map<String, Long> unknown = new ConcurrentHashMap<>();
    private final AtomicLong numbers = new AtomicLong();

    /**
     * The last write with an unknown outcome when a call began. The call can confirm only this one, not one that came
     * later.
     *
     * @param election the election
     * @param number the number of that write; 0 if there was none
     */
    record Snapshot(String election, long number) {}

    Snapshot of(String election) {
        return new Snapshot(election, unknown.getOrDefault(election, 0L));
    }

    /** Notes that a write begins; it ends with {@link #end}. */
    Snapshot begin(String election) {
        running.merge(election, 1, Integer::sum);
        return of(election);
    }

    /** Notes that a write ended, with a known or unknown outcome. */
    private void end(String election, boolean known) {
        if (!known) {
            unknown.put(election, numbers.incrementAndGet());
        }
        running.computeIfPresent(election, (same, count) -> count == 1 ? null : count - 1);
    }

    /**
     * Settles a write by the reply of its script or its failure, and returns the reply: a confirmed one leaves nothing
     * unconfirmed, and a refusal leaves what was unconfirmed before.
     */
    Optional<ScriptReply> settle(Snapshot before, Object answer) {
        if (answer instanceof StoreException failed) {
            end(before.election(), failed.kind() != Kind.OUTCOME_UNKNOWN);
            return Optional.empty();
        }
        ScriptReply reply = ScriptReply.read(answer);
        if (reply.wrote()) {
            confirmed(before);
        }
        end(before.election(), true);
        return Optional.of(reply);
    }

    /** Notes that a call that began at this snapshot confirmed the record. */
    void confirmed(Snapshot before) {
        unknown.remove(before.election(), before.number());
    }

    boolean isUnconfirmed(String election) {
        return running.containsKey(election) || unknown.containsKey(election);
    }
}
