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
    private final Map<Connection, Long> begun = new LinkedHashMap<>();
    private final Deque<Connection> ready = new ArrayDeque<>();
    private final Set<RequestExecution> served = new LinkedHashSet<>();

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

    /** Part of a request has arrived on a connection that waits. */
    void begun(Connection connection, long nowNanos) {
        if (waiting.containsKey(connection)) {
            begun.putIfAbsent(connection, nowNanos);
        }
    }

    boolean hasBegun() {
        return !begun.isEmpty();
    }

    /** A request has arrived on a connection that waits. */
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
            begun.remove(next);
        }
        return next;
    }

    /** Takes the connection that has waited longest. */
    @Nullable Connection takeOldest() {
        if (waiting.isEmpty()) {
            return null;
        }
        Connection oldest = waiting.keySet().iterator().next();
        forget(oldest);
        return oldest;
    }

    /** Takes this connection, and tells whether it was waiting. */
    boolean takes(Connection connection) {
        boolean known = waiting.containsKey(connection);
        forget(connection);
        return known;
    }

    private void forget(Connection connection) {
        waiting.remove(connection);
        begun.remove(connection);
        ready.remove(connection);
    }

    /** Takes all that have been silent for too long, or have taken too long over a request. */
    List<Connection> takeOverdue(long nowNanos, long silenceNanos, long deadlineNanos) {
        List<Connection> overdue = new ArrayList<>();
        addOlder(waiting, nowNanos - silenceNanos, overdue);
        addOlder(begun, nowNanos - deadlineNanos, overdue);
        overdue.forEach(this::forget);
        return overdue.stream().distinct().toList();
    }

    /** The maps are in the order of their times. */
    private static void addOlder(Map<Connection, Long> since, long beforeNanos, List<Connection> older) {
        for (Map.Entry<Connection, Long> entry : since.entrySet()) {
            if (entry.getValue() - beforeNanos > 0) {
                return;
            }
            older.add(entry.getKey());
        }
    }

    void begin(RequestExecution turn) {
        served.add(turn);
    }

    void end(RequestExecution turn) {
        served.remove(turn);
    }

    /** Ends all turns that have taken longer than this, whatever they do. */
    void cutOff(long nowNanos, long olderThanNanos) {
        served.stream()
                .filter(turn -> nowNanos - turn.sinceNanos() >= olderThanNanos)
                .forEach(RequestExecution::cutOff);
    }

    /** Interrupts turns that have taken longer than this, the oldest first. */
    void interrupt(int most, long nowNanos, long olderThanNanos) {
        served.stream()
                .filter(turn -> nowNanos - turn.sinceNanos() >= olderThanNanos)
                .limit(most)
                .forEach(RequestExecution::interrupt);
    }
}
