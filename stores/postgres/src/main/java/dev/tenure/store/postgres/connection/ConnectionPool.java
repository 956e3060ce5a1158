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
 * The connections that statements go through: two at most, opened when needed. Thread-safe.
 *
 * <p>Two rather than one, so that a call that hangs until its deadline, on a locked row or a stopped backend, does not
 * keep the renewals of other elections waiting. Whoever waits for one is served in order of arrival, and gives up at
 * its deadline with nothing sent.
 */
public final class ConnectionPool implements AutoCloseable {
    private static final int MOST = 2;

    /** A connection that rested longer than this is looked at before it is used. */
    private static final Duration REST = Duration.ofSeconds(1);

    /**
     * What has less time left is not sent. It could hardly be answered, and would cost a connection, which is closed
     * under a call at its deadline: in an overload the next call would have to open another, be late too, and so on.
     */
    private static final Duration LEAST = Duration.ofMillis(20);

    private final ConnectionOpener opener;
    private final SocketWatchdog watchdog = new SocketWatchdog();
    private final FirstCallCheck firstCall;
    private final boolean keeping;
    private final Semaphore places = new Semaphore(MOST, true);
    private final Deque<PooledConnection> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    /** Makes the lines of a store; {@code keeping} is whether a connection is kept between calls. */
    public ConnectionPool(ConnectionOpener opener, FirstCallCheck firstCall, boolean keeping) {
        this.opener = opener;
        this.firstCall = firstCall;
        this.keeping = keeping;
        if (keeping) {
            opener.spareTo(this::keep);
        }
    }

    /** Keeps a connection for the next call that came too late for the one it was opened for. */
    private void keep(Connection connection) {
        try {
            PooledConnection line = new PooledConnection(connection, watchdog);
            if (idle.size() < MOST) {
                putBack(line);
            } else {
                line.giveBack();
            }
        } catch (SQLException e) {
            SocketWatchdog.abort(connection);
        }
    }

    /** Sends the order through a free line, and returns its answer by the deadline. */
    public <T> T ask(StatementBatch<T> order, Deadline deadline) {
        return lend(order.doing(), deadline, line -> {
            firstCall.ensure(line, deadline);
            return line.ask(order, deadline);
        });
    }

    /** Lends a free line for something that is named for messages, whatever the tables are like. */
    public <T> T lend(String doing, Deadline deadline, Function<PooledConnection, T> use) {
        deadline.requireLeft();
        takePlace(doing, deadline);
        try {
            requireEnough(doing, deadline);
            PooledConnection line = line(doing, deadline);
            try {
                return use.apply(line);
            } finally {
                putBack(line);
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

    private PooledConnection line(String doing, Deadline deadline) {
        for (PooledConnection line = idle.poll(); line != null; line = idle.poll()) {
            if (line.isStillThere(REST)) {
                return line;
            }
            line.giveBack();
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

    private void putBack(PooledConnection line) {
        if (keeping && line.isUsable()) {
            idle.push(line);
            if (closed) {
                closeIdle();
            }
        } else {
            line.giveBack();
        }
    }

    private void closeIdle() {
        for (PooledConnection line = idle.poll(); line != null; line = idle.poll()) {
            line.giveBack();
        }
    }

    /** Closes what is idle; what is in use is closed when its call ends. */
    @Override
    public void close() {
        closed = true;
        closeIdle();
        watchdog.close();
    }
}
