package dev.tenure.store.postgres;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.Finding;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.postgresql.PGConnection;
import org.postgresql.PGStatement;

/**
 * Looks for a pooler between here and the server that does not keep a session together.
 *
 * <p>Two connections begin and end transactions side by side, first and last by turns. Behind a pooler that takes a
 * server connection for each transaction they are sure to meet each other's: those that were released last are handed
 * out next, or those that were released first. Each prepares another statement, as the driver does with those it sees
 * often, and notices when it is forgotten, or is the other's.
 */
final class PoolerCheck {
    private static final String DOING = "looking for a pooler";
    private static final String CHANGES = "one that gives each transaction another server connection";

    /** No such statement, there is one already, and it takes other parameters. */
    private static final Set<String> MIXED_UP = Set.of("26000", "42P05", "08P01");

    private final Opener opener;
    private final boolean listens;

    PoolerCheck(Opener opener, boolean listens) {
        this.opener = opener;
        this.listens = listens;
    }

    /**
     * What was seen of one or the other connection.
     *
     * @param pooled whether the server is another than the one that said hello
     * @param changes whether the server was another in another transaction
     * @param forgets whether prepared statements got lost or mixed up
     */
    record Seen(boolean pooled, boolean changes, boolean forgets) {}

    List<Finding> run(Deadline deadline) {
        try (Watchdog watchdog = new Watchdog();
                Guest one = new Guest(opener.open(DOING, deadline), 1);
                Guest two = new Guest(opener.open(DOING, deadline), 2)) {
            var first = watchdog.guard(one.connection, deadline);
            var second = watchdog.guard(two.connection, deadline);
            try {
                return List.of(judge(observe(one, two), listens));
            } finally {
                first.cancel(false);
                second.cancel(false);
            }
        } catch (SQLException e) {
            throw Failure.noEffect(DOING, e);
        }
    }

    private static Seen observe(Guest one, Guest two) throws SQLException {
        try {
            sideBySide(one, two);
            sideBySide(one, two);
            sideBySide(two, one);
            return new Seen(one.pooled || two.pooled, one.changes() || two.changes(), one.mixedUp || two.mixedUp);
        } catch (SQLException e) {
            if (MIXED_UP.contains(String.valueOf(e.getSQLState()))) {
                return new Seen(true, true, true);
            }
            throw e;
        }
    }

    private static void sideBySide(Guest first, Guest second) throws SQLException {
        first.begin();
        second.begin();
        first.end();
        second.end();
    }

    static Finding judge(Seen seen, boolean listens) {
        if (!seen.changes()) {
            return Finding.ok(
                    "pooler", seen.pooled() ? "one that keeps sessions together, so everything works" : "none was noticed");
        }
        if (seen.forgets()) {
            return Finding.fail(
                    "pooler",
                    CHANGES + ", and forgets prepared statements or mixes them up: calls fail, or do what others meant",
                    "add poll-only=true to the URI; in a data source of your own set prepareThreshold to 0 and open"
                            + " the store with pollOnly()");
        }
        return listens
                ? Finding.warn(
                        "pooler",
                        CHANGES + ": LISTEN is lost, so nothing is pushed, and others may hear what is meant for us",
                        "add poll-only=true to the URI, or use session mode for this database")
                : Finding.ok("pooler", CHANGES + "; nothing is kept in the session, so everything but push works");
    }

    /** One of two connections, and what it has seen of the servers behind it. */
    private static final class Guest implements AutoCloseable {
        private final Connection connection;
        private final int number;
        private final boolean autoCommitBefore;
        private final Set<Integer> servers = new HashSet<>();
        private boolean pooled;
        private boolean mixedUp;

        Guest(Connection connection, int number) throws SQLException {
            this.connection = connection;
            this.number = number;
            this.autoCommitBefore = connection.getAutoCommit();
            connection.setAutoCommit(false);
        }

        /** Begins a transaction, and notes where it is. */
        void begin() throws SQLException {
            try (PreparedStatement statement =
                    connection.prepareStatement("SELECT pg_backend_pid() AS server, " + number + " AS number")) {
                if (statement.isWrapperFor(PGStatement.class)) {
                    prepare(statement);
                }
                try (ResultSet row = statement.executeQuery()) {
                    row.next();
                    servers.add(row.getInt("server"));
                    mixedUp |= row.getInt("number") != number;
                    pooled |= connection.isWrapperFor(PGConnection.class)
                            && connection.unwrap(PGConnection.class).getBackendPID() != row.getInt("server");
                }
            }
        }

        /** At once, instead of after some uses; unless the driver is told never to. */
        private static void prepare(PreparedStatement statement) throws SQLException {
            PGStatement driver = statement.unwrap(PGStatement.class);
            if (driver.getPrepareThreshold() != 0) {
                driver.setPrepareThreshold(1);
            }
        }

        void end() throws SQLException {
            connection.commit();
        }

        boolean changes() {
            return servers.size() > 1;
        }

        /** Gives the connection back as it was, or closes it. */
        @Override
        public void close() throws SQLException {
            try (connection) {
                if (!connection.isClosed()) {
                    connection.rollback();
                    connection.setAutoCommit(autoCommitBefore);
                }
            }
        }
    }
}
