package dev.tenure.ui.store;

import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The elections of all stores as they were last read: one copy for all viewers. Thread-safe.
 *
 * <p>Every change has a version. A viewer asks for what is newer than it has seen, so that a slow one misses versions
 * in between and needs no queue.
 */
public final class ElectionRows {
    private static final int MOST_GONE = 10_000;

    private final TimeSource time;
    private final Map<Integer, Versioned> rows = new HashMap<>();
    private final Deque<Gone> gone = new ArrayDeque<>();
    private long forgotten;
    private long version = 1;
    private boolean closed;

    public ElectionRows(TimeSource time) {
        this.time = time;
    }

    private record Versioned(ElectionRow row, long version, String json) {}

    private record Gone(int id, long version) {}

    /**
     * What changed.
     *
     * @param version the version that is reached with it
     * @param full whether these are all rows, because the viewer knew none of use
     * @param rows the rows that are new or other, as JSON objects
     * @param gone the numbers of elections that are no more
     */
    public record Changes(long version, boolean full, List<String> rows, List<Integer> gone) {}

    synchronized void put(ElectionRow row) {
        Versioned known = rows.get(row.id());
        if (known == null || !known.row().showsTheSame(row)) {
            rows.put(row.id(), new Versioned(row, ++version, row.json()));
            notifyAll();
        }
    }

    synchronized void remove(int id) {
        if (rows.remove(id) != null) {
            gone.add(new Gone(id, ++version));
            if (gone.size() > MOST_GONE) {
                forgotten = gone.remove().version();
            }
            notifyAll();
        }
    }

    /** Makes viewers look again although no row changed. */
    synchronized void touch() {
        version++;
        notifyAll();
    }

    /** Returns a row, or null if there is none of this number. */
    public synchronized @Nullable ElectionRow find(int id) {
        Versioned known = rows.get(id);
        return known == null ? null : known.row();
    }

    /** Returns what changed after the given version; everything after version 0. */
    public synchronized Changes since(long seen) {
        boolean full = seen <= 0 || seen < forgotten || seen > version;
        List<String> changed = rows.values().stream()
                .filter(row -> full || row.version() > seen)
                .map(Versioned::json)
                .toList();
        List<Integer> left = new ArrayList<>();
        gone.stream().filter(one -> !full && one.version() > seen).forEach(one -> left.add(one.id()));
        return new Changes(version, full, changed, left);
    }

    /** Waits until something is newer than the given version, for that long at most. */
    public synchronized void await(long seen, Duration longest) throws InterruptedException {
        long until = time.nanos() + longest.toNanos();
        long left = longest.toMillis();
        while (version <= seen && !closed && left > 0) {
            wait(left);
            left = (until - time.nanos()) / 1_000_000;
        }
    }

    /** Waits for that long, or until this is closed. */
    public synchronized void pause(Duration pause) throws InterruptedException {
        long until = time.nanos() + pause.toNanos();
        long left = pause.toMillis();
        while (!closed && left > 0) {
            wait(left);
            left = (until - time.nanos()) / 1_000_000;
        }
    }

    public synchronized boolean isClosed() {
        return closed;
    }

    /** Ends every wait. */
    public synchronized void close() {
        closed = true;
        notifyAll();
    }
}
