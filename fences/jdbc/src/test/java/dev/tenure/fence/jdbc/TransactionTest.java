package dev.tenure.fence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.tenure.StaleTokenException;
import dev.tenure.Term;
import dev.tenure.testkit.ManualElection;
import dev.tenure.testkit.StoreTestSteps;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The fence inside transactions: what their ends and their isolation mean for it, on each database. */
@Tag("server")
@Timeout(300)
class TransactionTest {
    private static final String REPEAT = "the transaction must be tried again";

    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    static Stream<TestDatabase> databases() {
        return TestDatabase.available();
    }

    static Stream<Arguments> databasesAndIsolations() {
        return TestDatabase.available()
                .flatMap(database -> Stream.of(
                                Connection.TRANSACTION_READ_COMMITTED,
                                Connection.TRANSACTION_REPEATABLE_READ,
                                Connection.TRANSACTION_SERIALIZABLE)
                        .filter(isolation ->
                                database != TestDatabase.H2 || isolation != Connection.TRANSACTION_SERIALIZABLE)
                        .map(isolation -> Arguments.of(database, isolation)));
    }

    /** An old leader stands inside its transaction: the next one waits, and then sees what the old one wrote. */
    @ParameterizedTest
    @MethodSource("databasesAndIsolations")
    void laterTermWaitsForAnOpenTransactionAndSeesItsWrite(TestDatabase database, int isolation) throws Exception {
        JdbcFencedSet set = JdbcFencedSet.create(database);
        set.add("payroll", 1, "first", () -> {});
        try (Connection old = database.begin(isolation)) {
            set.fence().in(old, "payroll", 1);
            Future<Set<String>> next = threads.submit(() -> readUnderFence(set, database, isolation, 2));
            StoreTestSteps.await("the next leader waits", () -> database.waiting(1) || next.isDone());
            assertThat(next.isDone()).as("passed beside an open transaction").isFalse();
            set.write(old, Set.of("first", "second"));
            old.commit();

            assertThat(next.get(50, TimeUnit.SECONDS)).isIn(Set.of("first", "second"), Set.of(REPEAT));
        }
        assertThat(readUnderFence(set, database, isolation, 2)).containsExactlyInAnyOrder("first", "second");
    }

    /** An old leader that read before the next one wrote is never let through, whatever its snapshot shows. */
    @ParameterizedTest
    @MethodSource("databasesAndIsolations")
    void oldSnapshotDoesNotLetAnOldTokenThrough(TestDatabase database, int isolation) throws Exception {
        JdbcFencedSet set = JdbcFencedSet.create(database);
        set.add("payroll", 1, "first", () -> {});
        try (Connection old = database.begin(isolation)) {
            assertThat(set.fence().mark(old))
                    .hasValueSatisfying(held -> assertThat(held.token()).isEqualTo(1));
            // A serializable reader of these two locks what it read, so that nobody writes before it has ended.
            boolean lockedByReading = database.isInnoDb() && isolation == Connection.TRANSACTION_SERIALIZABLE;
            if (!lockedByReading) {
                set.add("payroll", 2, "second", () -> {});
            }

            assertThat(outcome(set, old, 1)).isIn(lockedByReading ? List.of("passed") : List.of("refused", REPEAT));
            old.rollback();
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void rolledBackTokenIsForgotten(TestDatabase database) throws Exception {
        JdbcFencedSet set = JdbcFencedSet.create(database);
        try (Connection connection = database.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            set.fence().in(connection, "payroll", 5);
            connection.rollback();
        }

        set.add("payroll", 4, "four", () -> {});
        assertThat(set.words()).containsExactly("four");
    }

    @ParameterizedTest
    @MethodSource("databases")
    void fenceBeforeASavepointOutlivesIt(TestDatabase database) throws Exception {
        JdbcFencedSet set = JdbcFencedSet.create(database);
        set.add("payroll", 1, "first", () -> {});
        try (Connection connection = database.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            set.fence().in(connection, "payroll", 1);
            Savepoint savepoint = connection.setSavepoint();
            set.write(connection, Set.of("undone"));
            connection.rollback(savepoint);
            Future<Set<String>> next =
                    threads.submit(() -> readUnderFence(set, database, Connection.TRANSACTION_READ_COMMITTED, 2));
            StoreTestSteps.await("the next leader waits", () -> database.waiting(1) || next.isDone());
            assertThat(next.isDone()).as("passed beside an open transaction").isFalse();
            set.write(connection, Set.of("second"));
            connection.commit();

            assertThat(next.get(50, TimeUnit.SECONDS)).containsExactly("second");
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void connectionThatCommitsByItselfIsRefused(TestDatabase database) throws Exception {
        JdbcFence fence = JdbcFence.of(TestDatabase.newResource());
        try (Connection connection = database.connect()) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> fence.in(connection, "payroll", 1))
                    .withMessageContaining("setAutoCommit(false)");
        }
    }

    /** MariaDB and MySQL take it for the name without the space, and two elections would share a fence. */
    @ParameterizedTest
    @MethodSource("databases")
    void nameThatEndsInASpaceIsRefused(TestDatabase database) throws Exception {
        JdbcFencedSet set = JdbcFencedSet.create(database);
        set.add("payroll", 1, "first", () -> {});

        assertThatIllegalArgumentException()
                .isThrownBy(() -> set.add("payroll ", 2, "second", () -> {}))
                .withMessageContaining("ends in a space");
        assertThat(set.words()).containsExactly("first");
    }

    /** There the next leader, after it waited, would read what was before the old one's write. */
    @Test
    void serializableTransactionOfH2IsRefused() throws Exception {
        JdbcFence fence = JdbcFence.of(TestDatabase.newResource());
        try (Connection connection = TestDatabase.H2.begin(Connection.TRANSACTION_SERIALIZABLE)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> fence.in(connection, "payroll", 1))
                    .withMessageContaining("READ COMMITTED");
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void fenceIsCreatedOnceByManyFirstWriters(TestDatabase database) throws Exception {
        JdbcFencedSet set = JdbcFencedSet.create(database);
        CountDownLatch start = new CountDownLatch(1);
        List<Future<String>> writers = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            writers.add(threads.submit(() -> {
                start.await();
                try (Connection connection = database.begin(Connection.TRANSACTION_READ_COMMITTED)) {
                    String outcome = outcome(set, connection, 7);
                    connection.commit();
                    return outcome;
                }
            }));
        }
        start.countDown();

        for (Future<String> writer : writers) {
            assertThat(writer.get(50, TimeUnit.SECONDS)).isIn("passed", REPEAT);
        }
        try (Connection connection = database.connect()) {
            assertThat(set.fence().mark(connection))
                    .hasValueSatisfying(held -> assertThat(held.token()).isEqualTo(7));
        }
    }

    @ParameterizedTest
    @MethodSource("databases")
    void termBringsItsOwnElectionAndToken(TestDatabase database) throws Exception {
        JdbcFencedSet set = JdbcFencedSet.create(database);
        try (ManualElection payroll = new ManualElection("payroll");
                Connection connection = database.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            Term first = payroll.acquire().orElseThrow();
            set.fence().in(connection, first);
            connection.commit();
            payroll.lose("paused");
            set.fence().in(connection, payroll.acquire().orElseThrow());
            connection.commit();

            assertThatExceptionOfType(StaleTokenException.class)
                    .isThrownBy(() -> set.fence().in(connection, first));
            connection.rollback();
            set.fence().remove(connection);
            connection.commit();
            assertThat(set.fence().mark(connection)).isEmpty();
            connection.rollback();
        }
    }

    private static Set<String> readUnderFence(JdbcFencedSet set, TestDatabase database, int isolation, long token)
            throws SQLException {
        try (Connection connection = database.begin(isolation)) {
            String outcome = outcome(set, connection, token);
            Set<String> words = outcome.equals("passed") ? set.words(connection) : Set.of(outcome);
            connection.rollback();
            return words;
        }
    }

    /** Says what came of a write; a conflict that databases end by an error of class 40 or the like is no wrong one. */
    private static String outcome(JdbcFencedSet set, Connection connection, long token) throws SQLException {
        try {
            set.fence().in(connection, "payroll", token);
            return "passed";
        } catch (StaleTokenException e) {
            return "refused";
        } catch (SQLException e) {
            if (String.valueOf(e.getSQLState()).startsWith("40") || e.getErrorCode() == 1020) {
                return REPEAT;
            }
            throw e;
        }
    }
}
