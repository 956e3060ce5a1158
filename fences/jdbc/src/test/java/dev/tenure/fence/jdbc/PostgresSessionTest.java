package dev.tenure.fence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tenure.StaleTokenException;
import dev.tenure.store.postgres.TestPooler;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/** The fence in transactions that are committed elsewhere, or through a pooler. */
@Tag("server")
@Timeout(300)
class PostgresSessionTest {
    /** A prepared transaction has no session any more, and still holds the fence. */
    @Test
    void preparedTransactionHoldsTheFenceUntilItIsCommitted() throws Exception {
        JdbcFencedSet set = JdbcFencedSet.create(TestDatabase.POSTGRES);
        set.add("payroll", 1, "first", () -> {});
        try (Connection old = TestDatabase.POSTGRES.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            set.fence().in(old, "payroll", 1);
            set.write(old, Set.of("first", "second"));
            run(old, "PREPARE TRANSACTION 'old leader'");
        }
        try (Connection next = TestDatabase.POSTGRES.begin(Connection.TRANSACTION_READ_COMMITTED)) {
            run(next, "SET LOCAL lock_timeout = 1");
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> set.fence().in(next, "payroll", 2))
                    .satisfies(e -> assertThat(e.getSQLState()).isEqualTo("55P03"));
            next.rollback();
        }
        try (Connection anySession = TestDatabase.POSTGRES.connect()) {
            run(anySession, "COMMIT PREPARED 'old leader'");
        }
        set.add("payroll", 2, "third", () -> {});
        assertThat(set.words()).containsExactlyInAnyOrder("first", "second", "third");
        assertThatExceptionOfType(StaleTokenException.class).isThrownBy(() -> set.add("payroll", 1, "x", () -> {}));
    }

    @Test
    void nothingOfAFenceStaysInASharedSession() throws Exception {
        JdbcFencedSet set = JdbcFencedSet.create(TestDatabase.POSTGRES);
        try (TestPooler pooler = new TestPooler(TestPooler.Mode.TRANSACTION_LAST_FIRST);
                Connection one = open(pooler);
                Connection other = open(pooler)) {
            one.setAutoCommit(false);
            other.setAutoCommit(false);
            set.fence().in(one, "payroll", 1);
            set.write(one, Set.of("first"));
            one.commit();
            set.fence().in(other, "payroll", 2);
            set.write(other, Set.of("second"));
            other.commit();

            assertThatExceptionOfType(StaleTokenException.class)
                    .isThrownBy(() -> set.fence().in(one, "payroll", 1));
            one.rollback();
        }
        assertThat(set.words()).containsExactly("second");
    }

    /** Statements without names, as such a pooler demands. */
    private static Connection open(TestPooler pooler) throws SQLException {
        PGSimpleDataSource source = pooler.source();
        source.setPrepareThreshold(0);
        return source.getConnection();
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
