package dev.tenure.store.kafka.log;

import dev.tenure.StoreException;
import dev.tenure.spi.Sighting;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/** The records of this process that were sent and not read yet, with what waits for them. Thread-safe. */
final class PendingWrites {
    private final Map<String, CompletableFuture<Decision>> byId = new ConcurrentHashMap<>();

    /**
     * What became of a record at its place in the log.
     *
     * @param takesEffect whether it counts
     * @param present what the election of a proposal shows after it
     */
    record Decision(boolean takesEffect, Sighting present) {}

    /** Begins to wait for a record, before it is sent. */
    CompletableFuture<Decision> expect(String id) {
        return byId.computeIfAbsent(id, absent -> new CompletableFuture<>());
    }

    boolean isExpected(String id) {
        return byId.containsKey(id);
    }

    /** Takes in that the record was read. One that was written twice was decided the first time. */
    void decided(String id, Decision decision) {
        CompletableFuture<Decision> waiting = byId.get(id);
        if (waiting != null) {
            waiting.complete(decision);
        }
    }

    /** Takes in that the record was not written and never will be. */
    void failed(String id, StoreException failure) {
        CompletableFuture<Decision> waiting = byId.get(id);
        if (waiting != null) {
            waiting.completeExceptionally(failure);
        }
    }

    /** Takes in that nothing is read any more. */
    void close() {
        byId.values()
                .forEach(waiting -> waiting.completeExceptionally(new StoreException(
                        StoreException.Kind.OUTCOME_UNKNOWN, "the kafka store was closed while it was written to")));
    }

    /** Waits no longer; the record may still be read. */
    void forget(String id) {
        byId.remove(id);
    }
}
