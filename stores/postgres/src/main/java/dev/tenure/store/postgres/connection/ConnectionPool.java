package dev.tenure.store.postgres.connection;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import dev.tenure.store.postgres.sql.PostgresErrors;
import dev.tenure.store.postgres.sql.StatementBatch;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The connections for statements: two at most, opened when needed. Thread-safe.
 *
 * <p>Two rather than one, so that a call that hangs until its deadline, on a locked row or a stopped backend, does not
 * delay the renewals of other elections. Calls wait in order of arrival. A call that gets no connection by its deadline
 * fails, and has sent nothing.
 */
public final class ConnectionPool implements AutoCloseable {
    private static final int MOST = 2;

    /** A connection that was idle for longer is checked before it is used. */
    private static final Duration IDLE_BEFORE_CHECK = Duration.ofSeconds(1);

    /**
     * A call with less time left is not sent. It would hardly be answered in time, and at its deadline its connection
     * is closed: in an overload the next call would have to open another, be late too, and so on.
     */
    private static final Duration LEAST = Duration.ofMillis(20);

    private final ConnectionOpener opener;
    private final SocketWatchdog watchdog = new SocketWatchdog();
    private final FirstCallCheck firstCall;
    private final boolean keeping;
    private final Semaphore places = new Semaphore(MOST, true);
    private final Deque<PooledConnection> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    /** Creates the pool of a store; {@code keeping} tells whether it keeps connections between calls. */
    public ConnectionPool(ConnectionOpener opener, FirstCallCheck firstCall, boolean keeping) {
        this.opener = opener;
        this.firstCall = firstCall;
        this.keeping = keeping;
        if (keeping) {
            opener.spareTo(this::keep);
        }
    }

    /** Keeps a connection that came too late for its call, for the next one. */
    private void keep(Connection connection) {
        try {
            PooledConnection pooled = new PooledConnection(connection, watchdog);
            if (idle.size() < MOST) {
                putBack(pooled);
            } else {
                pooled.giveBack();
            }
        } catch (SQLException e) {
            SocketWatchdog.abort(connection);
        }
    }

    /** Sends the statements over a free connection, and returns the answer by the deadline. */
    public <T> T ask(StatementBatch<T> batch, Deadline deadline) {
        return lend(batch.doing(), deadline, pooled -> {
            firstCall.ensure(pooled, deadline);
            return pooled.ask(batch, deadline);
        });
    }

    /** Lends a free connection without a look at the tables; {@code doing} names the call in messages. */
    public <T> T lend(String doing, Deadline deadline, Function<PooledConnection, T> use) {
        deadline.requireLeft();
        takePlace(doing, deadline);
        try {
            requireEnough(doing, deadline);
            PooledConnection pooled = take(doing, deadline);
            try {
                return use.apply(pooled);
            } finally {
                putBack(pooled);
            }
        } finally {
            places.release();
        }
    }

    private void takePlace(String doing, Deadline deadline) {
        try {
            if (!places.tryAcquire(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
                throw new StoreException(
                        Kind.UNREACHABLE, doing + " failed: earlier calls hang, and both connections are taken");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(Kind.UNREACHABLE, doing + " failed: interrupted before anything was sent", e);
        }
    }

    private static void requireEnough(String doing, Deadline deadline) {
        if (deadline.remaining().compareTo(LEAST) < 0) {
            throw new StoreException(
                    Kind.UNREACHABLE,
                    doing + " failed: less than " + LEAST.toMillis() + " ms were left to do it: allow calls more time,"
                            + " or ask for less at once");
        }
    }

    private PooledConnection take(String doing, Deadline deadline) {
        for (PooledConnection pooled = idle.poll(); pooled != null; pooled = idle.poll()) {
            if (pooled.isStillThere(IDLE_BEFORE_CHECK)) {
                return pooled;
            }
            pooled.giveBack();
        }
        if (closed) {
            throw new StoreException(Kind.UNREACHABLE, doing + " failed: the store is closed");
        }
        Connection connection = opener.open(doing, deadline);
        try {
            return new PooledConnection(connection, watchdog);
        } catch (SQLException e) {
            SocketWatchdog.abort(connection);
            throw PostgresErrors.noEffect(doing, e);
        }
    }

    private void putBack(PooledConnection pooled) {
        if (keeping && pooled.isUsable()) {
            idle.push(pooled);
            if (closed) {
                closeIdle();
            }
        } else {
            pooled.giveBack();
        }
    }

    private void closeIdle() {
        for (PooledConnection pooled = idle.poll(); pooled != null; pooled = idle.poll()) {
            pooled.giveBack();
        }
    }

    /** Tells whether the pool was closed. */
    public boolean isClosed() {
        return closed;
    }

    /** Closes idle connections and the opener; a connection in use is closed when its call ends. */
    @Override
    public void close() {
        closed = true;
        closeIdle();
        watchdog.close();
        opener.close();
    }
}
