package dev.tenure.http;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The connections from one address. Belongs to the listener's thread. */
final class ClientAddress {
    private final Map<Connection, Long> waiting = new LinkedHashMap<>();
    private final Deque<Connection> ready = new ArrayDeque<>();
    private final Set<Turn> served = new LinkedHashSet<>();

    int waiting() {
        return waiting.size();
    }

    int served() {
        return served.size();
    }

    int ready() {
        return ready.size();
    }

    boolean isGone() {
        return waiting.isEmpty() && served.isEmpty();
    }

    void await(Connection connection, long nowNanos) {
        waiting.put(connection, nowNanos);
    }

    /** Something has arrived on a connection that waits. */
    void arrived(Connection connection) {
        if (waiting.containsKey(connection) && !ready.contains(connection)) {
            ready.addLast(connection);
        }
    }

    /** Takes the newest connection on which something has arrived: whoever came last is most likely still there. */
    @Nullable Connection takeReady() {
        Connection next = ready.pollLast();
        if (next != null) {
            waiting.remove(next);
        }
        return next;
    }

    /** Takes the connection that has waited longest. */
    @Nullable Connection takeOldest() {
        if (waiting.isEmpty()) {
            return null;
        }
        Connection oldest = waiting.keySet().iterator().next();
        waiting.remove(oldest);
        ready.remove(oldest);
        return oldest;
    }

    /** Takes all that have waited for longer than this. */
    List<Connection> takeSilent(long nowNanos, long silenceNanos) {
        List<Connection> silent = new ArrayList<>();
        while (!waiting.isEmpty()
                && nowNanos - waiting.values().iterator().next() > silenceNanos) {
            Connection oldest = takeOldest();
            if (oldest != null) {
                silent.add(oldest);
            }
        }
        return silent;
    }

    void begin(Turn turn) {
        served.add(turn);
    }

    void end(Turn turn) {
        served.remove(turn);
    }

    /** Interrupts turns that have taken longer than this, the oldest first. */
    void interrupt(int most, long nowNanos, long olderThanNanos) {
        served.stream()
                .filter(turn -> nowNanos - turn.sinceNanos() >= olderThanNanos)
                .limit(most)
                .forEach(Turn::interrupt);
    }
}
