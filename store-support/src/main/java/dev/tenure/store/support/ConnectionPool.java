package dev.tenure.store.support;

import static java.util.Objects.requireNonNull;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * A few connections to one server, opened when needed, each used by one call at a time. Thread-safe.
 *
 * <p>Calls get a connection in order of arrival. A call that gets none by its deadline fails with nothing sent. More
 * than one connection keeps a call that hangs from delaying the renewals of other elections.
 *
 * @param <C> the type of a connection
 */
public final class ConnectionPool<C> implements AutoCloseable {
    private final Connector<C> connector;
    private final Limits limits;
    private final Semaphore places;
    private final Deque<C> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    /**
     * What a pool does with its connections.
     *
     * @param <C> the type of a connection
     */
    public interface Connector<C> {
        /** Opens a connection by the deadline, or throws a {@link StoreException} that names what was being done. */
        C open(String doing, Deadline deadline);

        /** Tells whether a connection that was idle still works. */
        boolean isAlive(C connection, Deadline deadline);

        /** Tells whether a connection that was used may be used again. */
        boolean isReusable(C connection);

        /** Closes a connection, without throwing. */
        void close(C connection);
    }

    /**
     * How many calls a pool serves.
     *
     * @param server the name of the server, for messages
     * @param connections how many there are at most
     * @param waiting how many calls wait for one at most; the next one fails at once
     * @param leastTime a call with less time left is not sent: it would cost a connection, which is closed under a call
     *     at its deadline, so that in an overload the next call would have to open another
     */
    public record Limits(String server, int connections, int waiting, Duration leastTime) {
        public Limits {
            requireNonNull(server, "server");
            requireNonNull(leastTime, "leastTime");
            if (connections < 1 || waiting < 1) {
                throw new IllegalArgumentException("a pool has at least one connection, and lets calls wait for it");
            }
        }
    }

    public ConnectionPool(Connector<C> connector, Limits limits) {
        this.connector = requireNonNull(connector, "connector");
        this.limits = requireNonNull(limits, "limits");
        this.places = new Semaphore(limits.connections(), true);
    }

    /**
     * Lends a connection for one call.
     *
     * @param doing what the call does, for messages
     * @throws StoreException with {@link Kind#UNREACHABLE} if there is no connection by the deadline
     */
    public <T> T call(String doing, Deadline deadline, Function<C, T> call) {
        deadline.requireLeft();
        takePlace(doing, deadline);
        try {
            requireEnoughTime(doing, deadline);
            C connection = take(doing, deadline);
            try {
                return call.apply(connection);
            } finally {
                putBack(connection);
            }
        } finally {
            places.release();
        }
    }

    /** Adds a connection that was opened elsewhere, or closes it if there are enough. */
    public void add(C connection) {
        if (idle.size() < limits.connections()) {
            putBack(connection);
        } else {
            connector.close(connection);
        }
    }

    private void takePlace(String doing, Deadline deadline) {
        try {
            if (places.getQueueLength() >= limits.waiting()
                    || !places.tryAcquire(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
                throw unreachable(
                        doing, "earlier calls to " + limits.server() + " hang, and all connections are in use");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(Kind.UNREACHABLE, doing + " failed: interrupted before anything was sent", e);
        }
    }

    private void requireEnoughTime(String doing, Deadline deadline) {
        if (deadline.remaining().compareTo(limits.leastTime()) < 0) {
            throw unreachable(
                    doing,
                    "less than " + limits.leastTime().toMillis()
                            + " ms were left to do it: allow calls more time, or ask for less at once");
        }
    }

    private C take(String doing, Deadline deadline) {
        for (C connection = idle.poll(); connection != null; connection = idle.poll()) {
            if (connector.isAlive(connection, deadline)) {
                return connection;
            }
            connector.close(connection);
        }
        if (closed) {
            throw unreachable(doing, "the connections to " + limits.server() + " are closed");
        }
        return connector.open(doing, deadline);
    }

    private void putBack(C connection) {
        if (!connector.isReusable(connection)) {
            connector.close(connection);
            return;
        }
        idle.push(connection);
        if (closed) {
            closeIdle();
        }
    }

    /** Closes the connections that no call uses; further calls open others. */
    public void closeIdle() {
        for (C connection = idle.poll(); connection != null; connection = idle.poll()) {
            connector.close(connection);
        }
    }

    private static StoreException unreachable(String doing, String why) {
        return new StoreException(Kind.UNREACHABLE, doing + " failed: " + why);
    }

    /** Closes idle connections; one in use is closed when its call ends. */
    @Override
    public void close() {
        closed = true;
        closeIdle();
    }
}
