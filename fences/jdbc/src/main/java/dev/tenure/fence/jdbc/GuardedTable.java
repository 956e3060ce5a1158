package dev.tenure.fence.jdbc;

import dev.tenure.StaleTokenException;
import dev.tenure.Term;
import dev.tenure.spi.FenceMark;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * A table of PostgreSQL that refuses writes without a current token, even from code that knows nothing of fences. A
 * trigger reads the settings {@code tenure.election} and {@code tenure.token}, and puts the fence into the transaction
 * of each statement that writes. Immutable and thread-safe.
 *
 * <p>The trigger refuses by an {@link SQLException} with the state {@link #REFUSED}, whose message names both tokens;
 * {@link JdbcFence#requireAdmitted} makes it the exception of every other fence.
 */
public final class GuardedTable {
    /** The SQL state of every refusal by the trigger, by {@code tenure_fence_pass} or by {@link JdbcFence#sql}. */
    public static final String REFUSED = "TN001";

    private final JdbcFence fence;
    private final String table;

    GuardedTable(JdbcFence fence, String table) {
        this.fence = fence;
        this.table = table;
    }

    /**
     * Returns the statements that create the table of fences, its functions, and the trigger on this table: those of
     * {@link JdbcFence#postgresDdl}, and one more. They can be run again.
     */
    public String ddl() {
        return fence.postgresDdl() + "CREATE OR REPLACE TRIGGER tenure_fence"
                + " BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON " + table
                + " FOR EACH STATEMENT EXECUTE FUNCTION " + fence.table() + "_trigger("
                + PostgresText.quoted(fence.resource()) + ");\n";
    }

    /** Returns the statement that takes the trigger off this table; what the fence remembers stays. */
    public String removalDdl() {
        return "DROP TRIGGER IF EXISTS tenure_fence ON " + table + ";\n";
    }

    /** Runs {@link #ddl}; several programs may do so at once. */
    public void create(Connection connection) throws SQLException {
        PostgresText.run(connection, ddl());
    }

    /** Runs {@link #removalDdl}. */
    public void remove(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(removalDdl());
        }
    }

    /**
     * Puts the fence into this transaction, so that what it reads afterwards is not changed by an older term, and tells
     * the trigger under which term it writes. The settings end with the transaction, so they work behind poolers, too.
     *
     * @throws StaleTokenException if a later term wrote to the resource
     * @throws IllegalStateException if the connection commits each statement by itself, or if the fence belongs to
     *     another election
     */
    public void in(Connection connection, Term term) throws SQLException {
        in(connection, term.election(), term.token());
    }

    /** Does the same for a program that has no term, such as a command that was given {@code TENURE_TOKEN}. */
    public void in(Connection connection, String election, long token) throws SQLException {
        FenceMark write = new FenceMark(fence.resource(), Names.election(election), token);
        if (connection.getAutoCommit()) {
            throw new IllegalStateException("the token is set for a transaction, and this connection commits each"
                    + " statement by itself: call setAutoCommit(false) first");
        }
        try (PreparedStatement set =
                connection.prepareStatement("SELECT held_election, held_token, set_config('tenure.election', ?, true),"
                        + " set_config('tenure.token', ?, true) FROM " + fence.table() + "_raise(?, ?, ?)")) {
            set.setString(1, write.election());
            set.setString(2, Long.toString(write.token()));
            set.setString(3, fence.resource());
            set.setString(4, write.election());
            set.setLong(5, write.token());
            try (ResultSet held = set.executeQuery()) {
                held.next();
                new FenceMark(fence.resource(), held.getString(1), held.getLong(2)).requireAdmits(write);
            }
        }
    }

    @Override
    public String toString() {
        return table + ", guarded as '" + fence.resource() + "'";
    }
}
