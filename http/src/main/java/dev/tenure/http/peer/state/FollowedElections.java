package dev.tenure.http.peer.state;

import dev.tenure.spi.Backend;
import dev.tenure.spi.TimeSource;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The elections that this process watches, and their state. Thread-safe. */
public final class FollowedElections {
    /** Names that are read and never watched need not be remembered for ever. */
    private static final int MOST_REMEMBERED = 10_000;

    private final TimeSource time;
    private final Map<String, FollowedElection> followed = new ConcurrentHashMap<>();
    private final Set<String> readUnwatched = ConcurrentHashMap.newKeySet();

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
        if (readUnwatched.remove(election)) {
            wakeUp.run();
        }
        AtomicBoolean closed = new AtomicBoolean();
        return () -> {
            if (closed.compareAndSet(false, true)) {
                followed.computeIfPresent(election, (name, watched) -> watched.remove(wakeUp) ? watched : null);
            }
        };
    }

    /**
     * Notes that an election was read before it was watched, as the first look of a candidate often is. Its first
     * watcher is woken, to read again: from what a watched election shows, the leader is found and asked.
     */
    public void readUnwatched(String election) {
        if (readUnwatched.size() < MOST_REMEMBERED) {
            readUnwatched.add(election);
        }
        FollowedElection watched = followed.get(election);
        if (watched != null && readUnwatched.remove(election)) {
            watched.wake(); // the watch began in between
        }
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
