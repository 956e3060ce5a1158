package dev.tenure.http.peer;

import dev.tenure.spi.Backend;
import dev.tenure.spi.TimeSource;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The elections that somebody in this process watches, and what is believed about each. Thread-safe. */
final class Beliefs {
    private final TimeSource time;
    private final Map<String, Followed> followed = new ConcurrentHashMap<>();

    Beliefs(TimeSource time) {
        this.time = time;
    }

    /** Watches an election; it is followed for as long as anybody does. */
    Backend.Watch watch(String election, Runnable wakeUp) {
        followed.compute(election, (name, before) -> {
            Followed watched = before == null ? new Followed(election, time) : before;
            watched.add(wakeUp);
            return watched;
        });
        AtomicBoolean closed = new AtomicBoolean();
        return () -> {
            if (closed.compareAndSet(false, true)) {
                followed.computeIfPresent(election, (name, watched) -> watched.remove(wakeUp) ? watched : null);
            }
        };
    }

    /** Returns what is believed about an election, or null if nobody watches it. */
    @Nullable Followed of(String election) {
        return followed.get(election);
    }

    Collection<Followed> all() {
        return followed.values();
    }

    /** Wakes whoever watches an election. */
    void wake(String election) {
        Followed watched = followed.get(election);
        if (watched != null) {
            watched.wake();
        }
    }
}
