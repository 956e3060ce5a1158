package dev.tenure.store.memory;

import dev.tenure.spi.Baton;
import dev.tenure.spi.Batons;
import dev.tenure.spi.Deadline;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** The batons of a store in memory. Thread-safe. */
final class MemoryBatons implements Batons {
    private final Map<String, Baton> batons = new HashMap<>();

    @Override
    public synchronized Optional<Baton> read(String election, Deadline deadline) {
        deadline.requireLeft();
        return Optional.ofNullable(batons.get(election));
    }

    @Override
    public synchronized Optional<String> write(String election, Baton next, String version, Deadline deadline) {
        deadline.requireLeft();
        Baton found = batons.getOrDefault(election, Baton.none());
        if (!found.version().equals(version)) {
            return Optional.empty();
        }
        batons.put(election, next.withVersion(next.writeId()));
        return Optional.of(next.writeId());
    }
}
