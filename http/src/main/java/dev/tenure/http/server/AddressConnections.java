package dev.tenure.http.server;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The connections from one address. Confined to the listener's thread. */
final class AddressConnections {
    /** Connections without any part of a request, and since when; the oldest first. */
    private final Map<Connection, Long> silent = new LinkedHashMap<>();

    /** Connections with part of a request or all of it, and since when; the latest to receive data last. */
    private final Map<Connection, Long> begun = new LinkedHashMap<>();

    private final Deque<Connection> ready = new ArrayDeque<>();
    private final Deque<Connection> waitingForHandshake = new ArrayDeque<>();
    private final Set<RequestExecution> served = new LinkedHashSet<>();
    private final ServerLimits limits;
    private final RateLimit handshakes;

    AddressConnections(ServerLimits limits) {
        this.limits = limits;
        this.handshakes = limits.handshakesPerAddress();
    }

    int waiting() {
        return silent.size() + begun.size();
    }

    int served() {
        return served.size();
    }

    int ready() {
        return ready.size() + waitingForHandshake.size();
    }

    /** Tells whether a connection is ready, and the limits allow it a thread. */
    boolean canBeServed(RateLimit all, long nowNanos) {
        return served.size() < limits.servedPerAddress()
                && (!ready.isEmpty()
                        || (!waitingForHandshake.isEmpty() && handshakes.allows(nowNanos) && all.allows(nowNanos)));
    }

    boolean isGone() {
        return waiting() == 0 && served.isEmpty();
    }

    boolean hasBegun() {
        return !begun.isEmpty();
    }

    /** Keeps a connection that waits for a request, or for the rest of one. */
    void await(Connection connection, long nowNanos) {
        Long since = connection.begunNanos(nowNanos);
        if (since == null) {
            silent.put(connection, nowNanos);
        } else {
            begun.put(connection, since);
        }
    }

    /** Notes that data has arrived on a waiting connection. */
    void received(Connection connection, long nowNanos) {
        if (takes(connection)) {
            await(connection, nowNanos);
        }
    }

    /** Marks a waiting connection as ready for a thread. */
    void putReady(Connection connection) {
        if (begun.containsKey(connection)) {
            (connection.needsHandshake() ? waitingForHandshake : ready).addLast(connection);
        }
    }

    /** Removes and returns the newest connection that can be served: its client is most likely still there. */
    Connection takeReady(RateLimit all, long nowNanos) {
        boolean known = !ready.isEmpty();
        Connection next = known ? ready.removeLast() : waitingForHandshake.removeLast();
        begun.remove(next);
        if (!known) {
            handshakes.count(nowNanos);
            all.count(nowNanos);
        }
        return next;
    }

    /**
     * Removes and returns the oldest connection of the larger group, silent or not, so that neither group can displace
     * the other.
     */
    @Nullable Connection takeOldest() {
        Map<Connection, Long> more = begun.size() > silent.size() ? begun : silent;
        if (more.isEmpty()) {
            return null;
        }
        Connection oldest = more.keySet().iterator().next();
        takes(oldest);
        return oldest;
    }

    /** Removes this connection, and tells whether it was waiting. */
    boolean takes(Connection connection) {
        ready.remove(connection);
        waitingForHandshake.remove(connection);
        boolean wasSilent = silent.remove(connection) != null;
        boolean hadBegun = begun.remove(connection) != null;
        return wasSilent || hadBegun;
    }

    /** Removes and returns all that were silent for too long, or took too long over a request. */
    List<Connection> takeOverdue(long nowNanos, long silenceNanos, long deadlineNanos) {
        List<Connection> overdue = new ArrayList<>();
        for (Map.Entry<Connection, Long> entry : silent.entrySet()) {
            if (nowNanos - entry.getValue() < silenceNanos) {
                break;
            }
            overdue.add(entry.getKey());
        }
        begun.forEach((connection, since) -> {
            if (nowNanos - since >= deadlineNanos) {
                overdue.add(connection);
            }
        });
        overdue.forEach(this::takes);
        return overdue;
    }

    void begin(RequestExecution execution) {
        served.add(execution);
    }

    void end(RequestExecution execution) {
        served.remove(execution);
    }

    /** Ends all requests that have taken longer than this. */
    void cutOff(long nowNanos, long olderThanNanos) {
        served.stream()
                .filter(execution -> nowNanos - execution.sinceNanos() >= olderThanNanos)
                .forEach(RequestExecution::cutOff);
    }

    /** Interrupts requests that have taken longer than this, the oldest first. */
    void interrupt(int most, long nowNanos, long olderThanNanos) {
        served.stream()
                .filter(execution -> execution.isAnswered() && nowNanos - execution.sinceNanos() >= olderThanNanos)
                .limit(most)
                .forEach(RequestExecution::interrupt);
    }
}
