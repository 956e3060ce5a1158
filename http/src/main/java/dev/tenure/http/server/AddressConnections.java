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

/** The connections from one address. Belongs to the listener's thread. */
final class AddressConnections {
    /** Connections without a part of a request, and since when: the oldest is the first. */
    private final Map<Connection, Long> silent = new LinkedHashMap<>();

    /** Connections with part of a request or all of it, and since when; the one that came on last is the last. */
    private final Map<Connection, Long> begun = new LinkedHashMap<>();

    private final Deque<Connection> ready = new ArrayDeque<>();
    private final Deque<Connection> notGreeted = new ArrayDeque<>();
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
        return ready.size() + notGreeted.size();
    }

    /** Tells whether a connection is worth a thread and may have one. */
    boolean canBeServed(RateLimit all, long nowNanos) {
        return served.size() < limits.servedPerAddress()
                && (!ready.isEmpty() || (!notGreeted.isEmpty() && handshakes.allows(nowNanos) && all.allows(nowNanos)));
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

    /** Something has arrived on a connection that waits. */
    void cameOn(Connection connection, long nowNanos) {
        if (takes(connection)) {
            await(connection, nowNanos);
        }
    }

    /** A connection that waits is worth a thread. */
    void putReady(Connection connection) {
        if (begun.containsKey(connection)) {
            (connection.isNotGreeted() ? notGreeted : ready).addLast(connection);
        }
    }

    /** Takes the newest connection that can be served: whoever came last is most likely still there. */
    Connection takeReady(RateLimit all, long nowNanos) {
        boolean known = !ready.isEmpty();
        Connection next = known ? ready.removeLast() : notGreeted.removeLast();
        begun.remove(next);
        if (!known) {
            handshakes.count(nowNanos);
            all.count(nowNanos);
        }
        return next;
    }

    /**
     * Takes the oldest of those that are silent or of those that are not, whichever are more: so neither can push the
     * others out.
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

    /** Takes this connection, and tells whether it was waiting. */
    boolean takes(Connection connection) {
        ready.remove(connection);
        notGreeted.remove(connection);
        boolean wasSilent = silent.remove(connection) != null;
        boolean hadBegun = begun.remove(connection) != null;
        return wasSilent || hadBegun;
    }

    /** Takes all that have been silent for too long, or have taken too long over a request. */
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
                .filter(turn -> turn.isAnswered() && nowNanos - turn.sinceNanos() >= olderThanNanos)
                .limit(most)
                .forEach(RequestExecution::interrupt);
    }
}
