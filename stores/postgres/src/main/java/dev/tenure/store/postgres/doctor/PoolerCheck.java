package dev.tenure.store.postgres.doctor;

import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.store.postgres.connection.ConnectionOpener;
import dev.tenure.store.postgres.connection.SocketWatchdog;
import dev.tenure.store.postgres.sql.PostgresErrors;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * Detects a pooler that gives each transaction another server connection.
 *
 * <p>Two connections begin and end transactions side by side. Behind such a pooler they change places: in the second
 * round if it hands out the connection that was released last, in the third if the one that was released first, and
 * sooner or later if others use it, too.
 */
public final class PoolerCheck {
    private static final String DOING = "looking for a pooler";
    private static final String CHANGES = "one that gives each transaction another server connection";

    private static final int ROUNDS = 20;

    private final ConnectionOpener opener;
    private final boolean listens;

    public PoolerCheck(ConnectionOpener opener, boolean listens) {
        this.opener = opener;
        this.listens = listens;
    }

    public List<CheckResult> run(Deadline deadline) {
        try (SocketWatchdog watchdog = new SocketWatchdog(opener.store());
                Session one = new Session(opener.open(DOING, deadline), watchdog, deadline);
                Session two = new Session(opener.open(DOING, deadline), watchdog, deadline)) {
            boolean changes = false;
            for (int round = 0; round < ROUNDS && !changes; round++) {
                sideBySide(round % 3 == 2 ? two : one, round % 3 == 2 ? one : two);
                changes = one.changes() || two.changes();
            }
            return List.of(judge(one.pooled || two.pooled, changes));
        } catch (SQLException e) {
            throw PostgresErrors.noEffect(DOING, e);
        }
    }

    private static void sideBySide(Session first, Session second) throws SQLException {
        first.begin();
        second.begin();
        first.end();
        second.end();
    }

    private CheckResult judge(boolean pooled, boolean changes) {
        if (!changes) {
            return CheckResult.ok(
                    "pooler", pooled ? "one that keeps sessions together, so everything works" : "none was detected");
        }
        return listens
                ? CheckResult.warn(
                        "pooler",
                        CHANGES + ": LISTEN is lost, so others notice a release only when they next look",
                        "let it keep sessions together for this user (pool_mode = session), or add poll-only=true to"
                                + " the URI to work without wake-ups")
                : CheckResult.ok(
                        "pooler", CHANGES + "; the store keeps nothing in a session, so everything but wake-ups works");
    }

    /** One of the two connections, and the server processes that it has seen. */
    private static final class Session implements AutoCloseable {
        private final Connection connection;
        private final Future<?> guard;
        private final @Nullable PGConnection driver;
        private final boolean autoCommitBefore;
        private final int prepareThresholdBefore;
        private final Set<Integer> servers = new HashSet<>();
        private boolean pooled;

        Session(Connection connection, SocketWatchdog watchdog, Deadline deadline) throws SQLException {
            this.connection = connection;
            this.guard = watchdog.guard(connection, deadline);
            this.autoCommitBefore = connection.getAutoCommit();
            connection.setAutoCommit(false);
            this.driver = connection.isWrapperFor(PGConnection.class) ? connection.unwrap(PGConnection.class) : null;
            this.prepareThresholdBefore = driver == null ? 0 : driver.getPrepareThreshold();
            prepareFrom(0); // the driver would prepare even COMMIT, and not find it on the next server connection
        }

        private void prepareFrom(int uses) {
            if (driver != null) {
                driver.setPrepareThreshold(uses);
            }
        }

        /** Begins a transaction, and notes which server process runs it, and whether the driver was told another. */
        void begin() throws SQLException {
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
                row.next();
                servers.add(row.getInt(1));
                pooled |= driver != null && driver.getBackendPID() != row.getInt(1);
            }
        }

        void end() throws SQLException {
            connection.commit();
        }

        boolean changes() {
            return servers.size() > 1;
        }

        /** Gives the connection back with the settings it had, or closes it. */
        @Override
        public void close() throws SQLException {
            guard.cancel(false);
            try (connection) {
                if (!connection.isClosed()) {
                    connection.rollback();
                    connection.setAutoCommit(autoCommitBefore);
                    prepareFrom(prepareThresholdBefore);
                }
            }
        }
    }
}
