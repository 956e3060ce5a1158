package dev.tenure.store.memory;

import dev.tenure.spi.Backend;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Who watches which election of a store in memory. Thread-safe. */
final class MemoryWatches {
    /** Immutable lists, mostly of one: an election that is watched once should cost little. */
    private final Map<String, List<Wake>> watched = new ConcurrentHashMap<>();

    /** One watch; told from another by identity, as both may call the same. */
    private static final class Wake {
        final Runnable up;

        Wake(Runnable up) {
            this.up = up;
        }
    }

    Backend.Watch watch(String election, Runnable wakeUp) {
        Wake wake = new Wake(wakeUp);
        watched.merge(
                election,
                List.of(wake),
                (found, added) -> Stream.concat(found.stream(), added.stream()).toList());
        return () -> watched.computeIfPresent(election, (name, found) -> {
            List<Wake> others = found.stream().filter(other -> other != wake).toList();
            return others.isEmpty() ? null : others;
        });
    }

    /** Wakes all who watch the election, on this very thread. */
    void wake(String election) {
        watched.getOrDefault(election, List.of()).forEach(wake -> wake.up.run());
    }
}
