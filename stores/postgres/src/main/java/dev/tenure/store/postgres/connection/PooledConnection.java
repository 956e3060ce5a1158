package dev.tenure.store.postgres.connection;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.postgres.sql.ParameterBinder;
import dev.tenure.store.postgres.sql.PostgresErrors;
import dev.tenure.store.postgres.sql.StatementBatch;
import dev.tenure.store.postgres.sql.StatementResults;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.time.Duration;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/** One connection to the server, used by one call at a time. */
public final class PooledConnection {
    /**
     * Goes before everything, in the same round trip. For this transaction alone, so that neither a pooler nor a pool
     * can lose it: the commit waits for the disk (and for synchronous standbys), a locked row is not waited for long,
     * and the server gives up when the caller has. Then it says whether this server takes writes, and which it is.
     */
    private static final String PREAMBLE = """
        SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')
                   WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true),
               set_config('lock_timeout', '1s', true),
               set_config('statement_timeout', ?, true),
               current_setting('transaction_read_only') = 'on' AS read_only,
               pg_backend_pid() AS server;
        """;

    private static final TimeSource TIME = TimeSource.system();

    private final Connection connection;
    private final SocketWatchdog watchdog;
    private final @Nullable PGConnection driver;
    private final boolean autoCommitBefore;
    private final int networkTimeoutBefore;
    private final int prepareThresholdBefore;
    private long lastUsedNanos = TIME.nanos();
    private boolean usable = true;

    /** Takes a connection over as it comes, from a pool perhaps; {@link #giveBack} restores what is changed here. */
    public PooledConnection(Connection connection, SocketWatchdog watchdog) throws SQLException {
        this.connection = connection;
        this.watchdog = watchdog;
        this.autoCommitBefore = connection.getAutoCommit();
        this.networkTimeoutBefore = connection.getNetworkTimeout();
        if (!autoCommitBefore) {
            connection.setAutoCommit(true);
        }
        this.driver = connection.isWrapperFor(PGConnection.class) ? connection.unwrap(PGConnection.class) : null;
        this.prepareThresholdBefore = driver == null ? 0 : driver.getPrepareThreshold();
        prepareFrom(0);
    }

    /**
     * Says after how many uses the driver prepares a statement on the server; never, if 0. Behind a pooler it must not:
     * the next transaction may be on another server connection, where the name of a statement stands for what another
     * client has prepared, and a claim would be made in another schema without any error.
     */
    private void prepareFrom(int uses) {
        if (driver != null) {
            driver.setPrepareThreshold(uses);
        }
    }

    /** Sends the order and returns its answer, by the deadline, and says what is known if there is none. */
    public <T> T ask(StatementBatch<T> order, Deadline deadline) {
        boolean sent = false;
        Future<?> guard = watchdog.guard(connection, deadline);
        try (PreparedStatement statement = connection.prepareStatement(PREAMBLE + order.sql())) {
            long millis = Math.max(1, deadline.remaining().plusNanos(999_999).toMillis());
            connection.setNetworkTimeout(Runnable::run, (int) Math.min(millis, Integer.MAX_VALUE));
            order.bind().to(new ParameterBinder(statement).text(Math.min(millis, Integer.MAX_VALUE) + "ms"));
            deadline.requireLeft();
            sent = true;
            statement.execute();
            return answer(order, statement);
        } catch (SQLException e) {
            usable &= !PostgresErrors.endsConnection(e);
            throw sent && order.writes()
                    ? PostgresErrors.sent(order.doing(), e)
                    : PostgresErrors.noEffect(order.doing(), e);
        } finally {
            guard.cancel(false);
            lastUsedNanos = TIME.nanos();
        }
    }

    private <T> T answer(StatementBatch<T> order, PreparedStatement statement) throws SQLException {
        StatementResults results = new StatementResults(statement);
        ResultSet preamble = results.next();
        preamble.next();
        // A pooler says hello with a number of its own.
        prepareFrom(driver != null && driver.getBackendPID() == preamble.getInt("server") ? prepareThresholdBefore : 0);
        if (!order.anywhere() && preamble.getBoolean("read_only")) {
            usable = false;
            throw PostgresErrors.readOnly(order.doing());
        }
        T answer = order.read().from(results);
        SQLWarning warning = statement.getWarnings();
        if (order.writes() && warning != null) {
            // A commit that no longer waits for its synchronous standby is reported so, and by nothing else.
            throw new StoreException(
                    Kind.OUTCOME_UNKNOWN, order.doing() + ": the server has doubts: " + warning.getMessage());
        }
        return answer;
    }

    /** Tells whether this connection may be used again, as far as was seen. */
    boolean isUsable() {
        try {
            return usable && !connection.isClosed();
        } catch (SQLException e) {
            return false;
        }
    }

    /**
     * Tells whether the server has not hung up meanwhile, without asking it: whatever is sent to one that has would be
     * of unknown outcome. The driver takes a millisecond to look, so only after a rest.
     */
    public boolean isStillThere(Duration rest) {
        if (TIME.nanos() - lastUsedNanos < rest.toNanos()) {
            return isUsable();
        }
        try {
            if (driver != null) {
                driver.getNotifications();
            }
            return isUsable();
        } catch (SQLException e) {
            return false;
        }
    }

    /** Ends the use of the connection: closes it, or gives it back to the pool it came from as it was. */
    void giveBack() {
        if (!isUsable()) {
            // A pool would hand a connection to a read-only or a dead server out again.
            SocketWatchdog.abort(connection);
        }
        try (connection) {
            if (!connection.isClosed()) {
                connection.setNetworkTimeout(Runnable::run, networkTimeoutBefore);
                prepareFrom(prepareThresholdBefore);
                if (!autoCommitBefore) {
                    connection.setAutoCommit(false);
                }
            }
        } catch (SQLException e) {
            SocketWatchdog.abort(connection);
        }
    }
}
