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
     * Precedes every batch, in the same round trip. The settings hold for this transaction only, so neither a pooler
     * nor a pool can lose them: the commit waits for the disk (and for synchronous standbys), a locked row is waited
     * for half the time of the call, so that its error says what is wrong, and the server gives up when the caller has.
     * It also tells whether this server accepts writes, and which backend it is.
     */
    private static final String PREAMBLE = """
        SELECT set_config('synchronous_commit', CASE current_setting('synchronous_commit')
                   WHEN 'remote_apply' THEN 'remote_apply' ELSE 'on' END, true),
               set_config('lock_timeout', ?, true),
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

    /** Takes over a connection, perhaps from a pool; {@link #giveBack} restores the settings changed here. */
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
     * Sets after how many uses the driver prepares a statement on the server; 0 means never. Behind a pooler it must
     * not: the next transaction may run on another server connection, where the name of a statement may stand for one
     * that another client prepared, and a claim would be made in another schema without any error.
     */
    private void prepareFrom(int uses) {
        if (driver != null) {
            driver.setPrepareThreshold(uses);
        }
    }

    /** Sends the statements and returns the answer by the deadline, or throws what is known without an answer. */
    public <T> T ask(StatementBatch<T> batch, Deadline deadline) {
        boolean sent = false;
        Future<?> guard = watchdog.guard(connection, deadline);
        try (PreparedStatement statement = connection.prepareStatement(PREAMBLE + batch.sql())) {
            long left = Math.max(1, deadline.remaining().plusNanos(999_999).toMillis());
            int millis = (int) Math.min(left, Integer.MAX_VALUE);
            connection.setNetworkTimeout(Runnable::run, millis);
            batch.bind()
                    .to(new ParameterBinder(statement)
                            .text((millis + 1) / 2 + "ms")
                            .text(millis + "ms"));
            deadline.requireLeft();
            sent = true;
            statement.execute();
            return answer(batch, statement);
        } catch (SQLException e) {
            usable &= !PostgresErrors.endsConnection(e);
            throw sent && batch.writes()
                    ? PostgresErrors.sent(batch.doing(), e)
                    : PostgresErrors.noEffect(batch.doing(), e);
        } finally {
            guard.cancel(false);
            lastUsedNanos = TIME.nanos();
        }
    }

    private <T> T answer(StatementBatch<T> batch, PreparedStatement statement) throws SQLException {
        StatementResults results = new StatementResults(statement);
        ResultSet preamble = results.next();
        preamble.next();
        // A pooler reports a made-up process id when the driver connects.
        prepareFrom(driver != null && driver.getBackendPID() == preamble.getInt("server") ? prepareThresholdBefore : 0);
        if (!batch.anywhere() && preamble.getBoolean("read_only")) {
            usable = false;
            throw PostgresErrors.readOnly(batch.doing());
        }
        T answer = batch.read().from(results);
        SQLWarning warning = statement.getWarnings();
        if (batch.writes() && warning != null) {
            // Only a warning tells that a commit did not wait for its synchronous standby.
            throw new StoreException(
                    Kind.OUTCOME_UNKNOWN, batch.doing() + ": the server warns: " + warning.getMessage());
        }
        return answer;
    }

    /** Tells whether this connection may be used again, as far as is known. */
    boolean isUsable() {
        try {
            return usable && !connection.isClosed();
        } catch (SQLException e) {
            return false;
        }
    }

    /**
     * Tells whether the server has not closed the connection, without asking it: a write sent to a closed connection
     * has an unknown outcome. The driver takes a millisecond for it, so it is done only after the given idle time.
     */
    public boolean isStillThere(Duration idle) {
        if (TIME.nanos() - lastUsedNanos < idle.toNanos()) {
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

    /** Ends the use of the connection: closes it, or gives it back to its pool with the settings it had. */
    void giveBack() {
        if (!isUsable()) {
            // A pool would hand out a connection to a read-only or dead server again.
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
