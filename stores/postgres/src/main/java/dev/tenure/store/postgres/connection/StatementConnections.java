package dev.tenure.store.postgres.connection;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.store.postgres.sql.PostgresErrors;
import dev.tenure.store.postgres.sql.StatementBatch;
import dev.tenure.store.support.ConnectionPool;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * The connections for statements: two at most, opened when needed. Thread-safe.
 *
 * <p>Two rather than one, so that a call that hangs until its deadline, on a locked row or a stopped backend, does not
 * delay the renewals of other elections.
 */
public final class StatementConnections implements AutoCloseable {
    private static final int MOST = 2;

    /** A connection that was idle for longer is checked before it is used, which takes a millisecond. */
    private static final Duration IDLE_BEFORE_CHECK = Duration.ofSeconds(1);

    /** The same, while another connection would tell that the server has ended all of them. */
    private static final Duration IDLE_BEFORE_CHECK_IF_LISTENING = Duration.ofSeconds(30);

    /** A call with less time left is not sent: it would hardly be answered in time. */
    private static final Duration LEAST = Duration.ofMillis(20);

    private final ConnectionOpener opener;
    private final SocketWatchdog watchdog;
    private final FirstCallCheck firstCall;
    private final ConnectionPool<PooledConnection> pool;
    private volatile BooleanSupplier listening = () -> false;
    private volatile boolean closed;

    /** Creates the connections of a store; {@code keeping} tells whether it keeps them between calls. */
    public StatementConnections(ConnectionOpener opener, FirstCallCheck firstCall, boolean keeping) {
        this.opener = opener;
        this.watchdog = new SocketWatchdog(opener.store());
        this.firstCall = firstCall;
        this.pool = new ConnectionPool<>(
                new Connector(opener, watchdog, keeping, () -> listening.getAsBoolean()),
                new ConnectionPool.Limits("the database", MOST, Integer.MAX_VALUE, LEAST));
        if (keeping) {
            opener.spareTo(this::keep);
        }
    }

    /** Says how to ask whether another connection would tell at once that the server has ended all of them. */
    public void listening(BooleanSupplier isListening) {
        listening = isListening;
    }

    /** Closes the connections that no call uses. */
    public void closeIdle() {
        pool.closeIdle();
    }

    /** Keeps a connection that came too late for its call, for the next one. */
    private void keep(Connection connection) {
        try {
            pool.add(new PooledConnection(connection, watchdog));
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
        if (closed) {
            throw StoreException.closed(opener.store());
        }
        return pool.call(doing, deadline, use);
    }

    /** Closes idle connections and the opener; a connection in use is closed when its call ends. */
    @Override
    public void close() {
        closed = true;
        pool.close();
        watchdog.close();
        opener.close();
    }

    private record Connector(
            ConnectionOpener opener, SocketWatchdog watchdog, boolean keeping, BooleanSupplier listening)
            implements ConnectionPool.Connector<PooledConnection> {
        @Override
        public PooledConnection open(String doing, Deadline deadline) {
            Connection connection = opener.open(doing, deadline);
            try {
                return new PooledConnection(connection, watchdog);
            } catch (SQLException e) {
                SocketWatchdog.abort(connection);
                throw PostgresErrors.noEffect(doing, e);
            }
        }

        @Override
        public boolean isAlive(PooledConnection connection, Deadline deadline) {
            return connection.isStillThere(
                    listening.getAsBoolean() ? IDLE_BEFORE_CHECK_IF_LISTENING : IDLE_BEFORE_CHECK);
        }

        @Override
        public boolean isReusable(PooledConnection connection) {
            return keeping && connection.isUsable();
        }

        @Override
        public void close(PooledConnection connection) {
            connection.giveBack();
        }
    }
}
