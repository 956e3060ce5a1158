package dev.tenure.http.peer.state;

import dev.tenure.spi.Backend;
import dev.tenure.spi.TimeSource;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The elections that this process watches, and their state. Thread-safe. */
public final class FollowedElections {
    private final TimeSource time;
    private final Map<String, FollowedElection> followed = new ConcurrentHashMap<>();

    FollowedElections(TimeSource time) {
        this.time = time;
    }

    /** Watches an election; it is followed while there is a watcher. */
    public Backend.Watch watch(String election, Runnable wakeUp) {
        followed.compute(election, (name, before) -> {
            FollowedElection watched = before == null ? new FollowedElection(election, time) : before;
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

    /** Returns the state of an election, or null if nobody watches it. */
    public @Nullable FollowedElection of(String election) {
        return followed.get(election);
    }

    public Collection<FollowedElection> all() {
        return followed.values();
    }

    /** Wakes the watchers of an election. */
    public void wake(String election) {
        FollowedElection watched = followed.get(election);
        if (watched != null) {
            watched.wake();
        }
    }
}
