package dev.tenure.store.kafka.log;

import dev.tenure.spi.Backend;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Those who want to be woken when something changes in an election. Thread-safe. */
final class ElectionWatches {
    private final Map<String, Set<Watcher>> byElection = new ConcurrentHashMap<>();

    private final class Watcher implements Backend.Watch {
        private final String election;
        private final Runnable wakeUp;

        Watcher(String election, Runnable wakeUp) {
            this.election = election;
            this.wakeUp = wakeUp;
        }

        @Override
        public void close() {
            byElection.computeIfPresent(election, (name, watchers) -> {
                watchers.remove(this);
                return watchers.isEmpty() ? null : watchers;
            });
        }
    }

    Backend.Watch add(String election, Runnable wakeUp) {
        Watcher watcher = new Watcher(election, wakeUp);
        byElection.compute(election, (name, watchers) -> {
            Set<Watcher> all = watchers == null ? ConcurrentHashMap.newKeySet() : watchers;
            all.add(watcher);
            return all;
        });
        return watcher;
    }

    void wake(Collection<String> elections) {
        for (String election : elections) {
            byElection.getOrDefault(election, Set.of()).forEach(watcher -> watcher.wakeUp.run());
        }
    }

    void wakeAll() {
        wake(byElection.keySet());
    }
}
