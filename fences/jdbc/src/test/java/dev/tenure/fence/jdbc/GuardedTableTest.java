package dev.tenure.fence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.tenure.StaleTokenException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A table of PostgreSQL that refuses writes by itself. */
@Tag("server")
@Timeout(300)
class GuardedTableTest {
    private static final AtomicInteger TABLES = new AtomicInteger();

    private final String table = "guarded_" + TABLES.incrementAndGet();
    private final JdbcFence fence = JdbcFence.of(table);
    private final GuardedTable guarded = fence.guard(table);

    @BeforeEach
    void create() throws SQLException {
        try (Connection connection = TestDatabase.POSTGRES.connect()) {
            run(connection, "CREATE TABLE " + table + " (balance int)");
            run(connection, "INSERT INTO " + table + " VALUES (0)");
            guarded.create(connection);
            guarded.create(connection); // again changes nothing
        }
    }

    @Test
    void writeWithoutATokenIsRefused() throws SQLException {
        try (Connection connection = TestDatabase.POSTGRES.connect()) {
            for (String write : new String[] {
                "INSERT INTO " + table + " VALUES (1)",
                "UPDATE " + table + " SET balance = 1",
                "DELETE FROM " + table,
                "TRUNCATE " + table
            }) {
                assertRefused(() -> run(connection, write), "without a token");
            }
        }
        assertThat(balance()).isZero();
    }

    @Test
    void writeUnderTheHighestTokenPassesAndALowerOneIsRefused() throws SQLException {
        write(2, 20);
        write(2, 21);
        assertRefused(() -> say(1, 10), "token 1 of election 'payroll' is older than token 2");
        assertStale(() -> write(1, 10), 1, 2);
        write(3, 30);

        assertThat(balance()).isEqualTo(30);
    }

    @Test
    void otherElectionIsRefusedByName() throws SQLException {
        write(1, 10);
        try (Connection connection = TestDatabase.POSTGRES.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> guarded.in(connection, "billing", 2))
                    .isNotInstanceOf(StaleTokenException.class)
                    .withMessageContainingAll("'payroll'", "'billing'");
            assertThat(fence.mark(connection))
                    .hasValueSatisfying(held -> assertThat(held.token()).isEqualTo(1));
            assertRefused(
                    () -> run(connection, "UPDATE " + table + " SET balance = 1"), "belongs to election 'payroll'");
        }
    }

    /** Otherwise what the later term has read would be overwritten without a trace. */
    @Test
    void olderTermCannotWriteOnceALaterOneHasBegunToRead() throws SQLException {
        write(1, 10);
        try (Connection later = TestDatabase.POSTGRES.begin(Connection.TRANSACTION_READ_COMMITTED);
                Connection older = TestDatabase.POSTGRES.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            guarded.in(later, "payroll", 2);
            run(older, "SET LOCAL lock_timeout = '100ms'");

            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> guarded.in(older, "payroll", 1))
                    .matches(e -> "55P03".equals(e.getSQLState()), "waits for the later term");
        }
    }

    @Test
    void tokenEndsWithItsTransaction() throws SQLException {
        try (Connection connection = TestDatabase.POSTGRES.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            guarded.in(connection, "payroll", 1);
            run(connection, "UPDATE " + table + " SET balance = 1");
            connection.commit();

            assertRefused(() -> run(connection, "UPDATE " + table + " SET balance = 2"), "without a token");
        }
    }

    /** The fence in the transaction and that of the trigger are one. */
    @Test
    void fenceOfATransactionCountsForTheTrigger() throws SQLException {
        try (Connection connection = TestDatabase.POSTGRES.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            fence.in(connection, "payroll", 5);
            connection.commit();
        }
        assertRefused(() -> say(4, 40), "older than token 5");
    }

    /** Otherwise what one table remembers would be forgotten as soon as another one is set up. */
    @Test
    void tablesOfFencesInOneSchemaKeepTheirMarksApart() throws SQLException {
        write(2, 20);
        try (Connection connection = TestDatabase.POSTGRES.connect()) {
            run(connection, "CREATE TABLE other_" + table + " (balance int)");
            JdbcFence.of(table).table("other_fences").guard("other_" + table).create(connection);
        }

        assertStale(() -> write(1, 10), 1, 2);
        assertRefused(() -> say(1, 10), "older than token 2");
    }

    /** As the nodes of an application do that start together. */
    @Test
    void isCreatedByManyAtOnce() throws Exception {
        List<FutureTask<Void>> nodes = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            FutureTask<Void> node = new FutureTask<>(() -> {
                try (Connection connection = TestDatabase.POSTGRES.connect()) {
                    for (int round = 0; round < 5; round++) {
                        guarded.create(connection);
                    }
                }
                return null;
            });
            nodes.add(node);
            new Thread(node).start();
        }
        for (FutureTask<Void> node : nodes) {
            node.get(50, TimeUnit.SECONDS);
        }
        assertRefused(() -> say(0, 1), "without a token");
    }

    /** Rolling back to a savepoint takes back the settings with the fence: nothing is written under half of it. */
    @Test
    void fenceAfterASavepointEndsWithIt() throws SQLException {
        try (Connection connection = TestDatabase.POSTGRES.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            Savepoint before = connection.setSavepoint();
            guarded.in(connection, "payroll", 1);
            connection.rollback(before);

            assertRefused(() -> run(connection, "UPDATE " + table + " SET balance = 1"), "without a token");
        }
        assertThat(balance()).isZero();
    }

    /** Ways to write that are not called INSERT, UPDATE or DELETE. */
    @Test
    void writeInAnotherStatementIsRefusedToo() throws SQLException {
        try (Connection connection = TestDatabase.POSTGRES.connect()) {
            run(connection, "CREATE TABLE parent_" + table + " (id int PRIMARY KEY)");
            run(connection, "INSERT INTO parent_" + table + " VALUES (0)");
            run(
                    connection,
                    "ALTER TABLE " + table + " ADD FOREIGN KEY (balance) REFERENCES parent_" + table
                            + " ON DELETE CASCADE");
            for (String write : new String[] {
                "COPY " + table + " FROM PROGRAM 'echo 0'",
                "MERGE INTO " + table + " USING (SELECT 0) AS it (n) ON balance = n WHEN MATCHED THEN DELETE",
                "WITH gone AS (DELETE FROM " + table + " RETURNING *) SELECT count(*) FROM gone",
                "DELETE FROM parent_" + table,
                "TRUNCATE parent_" + table + " CASCADE"
            }) {
                assertRefused(() -> run(connection, write), "without a token");
            }
        }
        assertThat(balance()).isZero();
    }

    @Test
    void removedTriggerRefusesNothing() throws SQLException {
        try (Connection connection = TestDatabase.POSTGRES.connect()) {
            guarded.remove(connection);
            run(connection, "UPDATE " + table + " SET balance = 7");
        }
        assertThat(balance()).isEqualTo(7);
    }

    private void write(long token, int balance) throws SQLException {
        try (Connection connection = TestDatabase.POSTGRES.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            guarded.in(connection, "payroll", token);
            run(connection, "UPDATE " + table + " SET balance = " + balance);
            connection.commit();
        }
    }

    /** Writes as code does that says its token and leaves the rest to the trigger. */
    private void say(long token, int balance) throws SQLException {
        try (Connection connection = TestDatabase.POSTGRES.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            run(connection, "SET LOCAL tenure.election = 'payroll'");
            run(connection, "SET LOCAL tenure.token = '" + token + "'");
            run(connection, "UPDATE " + table + " SET balance = " + balance);
            connection.commit();
        }
    }

    private int balance() throws SQLException {
        try (Connection connection = TestDatabase.POSTGRES.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT balance FROM " + table)) {
            row.next();
            return row.getInt(1);
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static void assertStale(ThrowingCallable write, long token, long highest) {
        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(write)
                .satisfies(refusal -> assertThat(refusal.token()).isEqualTo(token))
                .satisfies(refusal -> assertThat(refusal.highestToken()).isEqualTo(highest));
    }

    private static void assertRefused(ThrowingCallable write, String... words) {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(write)
                .satisfies(refusal -> assertThat(refusal.getSQLState()).isEqualTo(GuardedTable.REFUSED))
                .withMessageContainingAll(words);
    }
}
