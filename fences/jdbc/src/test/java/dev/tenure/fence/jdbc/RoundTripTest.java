package dev.tenure.fence.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.tenure.StaleTokenException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a fence costs in round trips to PostgreSQL, and the statement that costs none. */
@Tag("server")
@Timeout(300)
class RoundTripTest {
    /** The driver sends BEGIN with the first statement, so a write and its commit are two. */
    @Test
    void roundTripsOfAWriteAreAsDocumented() throws Exception {
        JdbcFencedSet set = JdbcFencedSet.create(TestDatabase.POSTGRES);
        try (Connection connection = CountingSocketFactory.source().getConnection()) {
            JdbcFence.of("any").createFunctions(connection);
            connection.setAutoCommit(false);
            set.fence().in(connection, "payroll", 1);
            connection.commit();
            int unused = CountingSocketFactory.trips();

            set.write(connection, Set.of("bare"));
            connection.commit();
            assertThat(CountingSocketFactory.trips()).as("without a fence").isEqualTo(2);

            set.fence().in(connection, "payroll", 1);
            set.write(connection, Set.of("fenced"));
            connection.commit();
            assertThat(CountingSocketFactory.trips())
                    .as("with a statement of its own")
                    .isEqualTo(3);

            pipelined(set, connection, 1, "sent at once");
            connection.commit();
            assertThat(CountingSocketFactory.trips()).as("sent with the write").isEqualTo(2);

            set.fence().guard("words").in(connection, "payroll", 1); // needs no trigger
            set.write(connection, Set.of("guarded"));
            connection.commit();
            assertThat(CountingSocketFactory.trips())
                    .as("with the settings of the trigger")
                    .isEqualTo(3);

            batch(set, connection, 1, "batch");
            connection.commit();
            assertThat(CountingSocketFactory.trips()).as("in a batch").isEqualTo(2);
        }
        assertThat(set.words()).containsExactly("batch");
    }

    @Test
    void statementSentWithTheWriteRefusesItAndWhatFollows() throws Exception {
        JdbcFencedSet set = JdbcFencedSet.create(TestDatabase.POSTGRES);
        try (Connection connection = TestDatabase.POSTGRES.connect()) {
            JdbcFence.of("any").createFunctions(connection);
            connection.setAutoCommit(false);
            pipelined(set, connection, 2, "second");
            connection.commit();

            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> pipelined(set, connection, 1, "first"))
                    .satisfies(e -> assertThatExceptionOfType(StaleTokenException.class)
                            .isThrownBy(() -> set.fence().requireAdmitted(e, "payroll", 1))
                            .satisfies(refusal ->
                                    assertThat(refusal.highestToken()).isEqualTo(2)))
                    .satisfies(e -> assertThatIllegalStateException()
                            .isThrownBy(() -> set.fence().requireAdmitted(e, "billing", 3)));
            connection.rollback();
            assertThatExceptionOfType(SQLException.class).isThrownBy(() -> batch(set, connection, 1, "first"));
            connection.rollback();
        }
        assertThat(set.words()).containsExactly("second");
    }

    /** Names are literals in the statement, and stay what they are. */
    @Test
    void namesOfAnyCharactersAreLiterals() throws Exception {
        String odd = "it's 100 $tenure$ \\ ? of $1; \"x\" --";
        JdbcFence fence = JdbcFence.of("odd " + odd);
        try (Connection connection = TestDatabase.POSTGRES.connect()) {
            JdbcFence.of("any").createFunctions(connection);
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute(fence.sql(odd, 7));
            }
            connection.commit();

            assertThat(fence.mark(connection))
                    .hasValueSatisfying(held -> assertThat(held.election()).isEqualTo(odd));
            fence.in(connection, odd, 7);
            connection.rollback();
        }
    }

    private static void pipelined(JdbcFencedSet set, Connection connection, long token, String word)
            throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                set.fence().sql("payroll", token) + "UPDATE words SET words = ? WHERE resource = ?")) {
            update.setString(1, word.replace(' ', '-'));
            update.setString(2, set.resource());
            update.executeUpdate();
        }
    }

    private static void batch(JdbcFencedSet set, Connection connection, long token, String word) throws SQLException {
        try (Statement batch = connection.createStatement()) {
            batch.addBatch(set.fence().sql("payroll", token));
            batch.addBatch("UPDATE words SET words = '" + word + "' WHERE resource = '" + set.resource() + "'");
            assertThat(batch.executeBatch()).containsExactly(0, 1);
        }
    }
}
