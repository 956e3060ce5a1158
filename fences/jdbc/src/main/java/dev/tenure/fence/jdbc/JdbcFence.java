package dev.tenure.fence.jdbc;

import dev.tenure.StaleTokenException;
import dev.tenure.Term;
import dev.tenure.spi.FenceMark;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import java.sql.Statement;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Guards a resource in a database: a transaction in which {@link #in} has returned commits only if no later term wrote
 * to the resource before. Works on PostgreSQL, MariaDB, MySQL and H2. Immutable and thread-safe; keeps no connection.
 *
 * <p>The fence is one row of a table. {@code in} locks that row until the transaction ends, so transactions on one
 * resource run one after another: give resources that are written in parallel a fence each.
 */
public final class JdbcFence {
    private static final String DEFAULT_TABLE = "tenure_fence";

    /**
     * Each further attempt means that another transaction changed the row in between, which only the first write does.
     */
    private static final int ATTEMPTS = 4;

    private static final String SERIALIZATION_FAILURE = "40001";

    /** How a function in PostgreSQL names the token that it remembers. */
    private static final Pattern OLDER = Pattern.compile("is older than token (\\d+), which wrote there");

    private final String resource;
    private final String table;

    private JdbcFence(String resource, String table) {
        this.resource = resource;
        this.table = table;
    }

    /** Returns the fence of a resource, a row of that name in the table {@code tenure_fence}. */
    public static JdbcFence of(String resource) {
        return new JdbcFence(Names.resource(resource), DEFAULT_TABLE);
    }

    /**
     * Returns the same fence in another table.
     *
     * @param name with its schema or without: {@code ops.fences}. Written into statements as it is, so only letters,
     *     digits, underscores and dots are taken.
     */
    public JdbcFence table(String name) {
        return new JdbcFence(resource, Names.identifier(name));
    }

    /** Returns the statement that creates the table; whoever owns the schema runs it once. */
    public String ddl() {
        return "CREATE TABLE IF NOT EXISTS " + table + " (resource VARCHAR(" + Names.LONGEST
                + ") PRIMARY KEY, election VARCHAR(" + Names.LONGEST + ") NOT NULL, token BIGINT NOT NULL)";
    }

    /**
     * Returns the same for MariaDB and MySQL, where names would otherwise be compared without regard to their case, and
     * a server may have been told to create tables without transactions.
     */
    public String mysqlDdl() {
        return ddl() + " ENGINE=InnoDB CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
    }

    /**
     * Returns the statements that create the table and its functions in PostgreSQL, which {@link #sql}, triggers and
     * {@code psql} call. The functions are named after the table and in its schema: {@code tenure_fence_pass}. They can
     * be run again.
     */
    public String postgresDdl() {
        return ddl() + ";\n" + PostgresText.functions(table);
    }

    /** Creates the table if it is missing. */
    public void createTable(Connection connection) throws SQLException {
        switch (product(connection)) {
            case "PostgreSQL" -> PostgresText.run(connection, ddl());
            case "MariaDB", "MySQL" -> run(connection, mysqlDdl());
            default -> run(connection, ddl());
        }
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Runs {@link #postgresDdl}; several programs may do so at once. */
    public void createFunctions(Connection connection) throws SQLException {
        PostgresText.run(connection, postgresDdl());
    }

    /**
     * Puts the fence into the transaction of the connection, which must have begun: call it first, then read and write,
     * then commit. A transaction that is refused must be rolled back.
     *
     * @throws StaleTokenException if a later term wrote to the resource
     * @throws IllegalStateException if the connection commits each statement by itself, or if the fence belongs to
     *     another election
     * @throws SQLException if the database fails; with a state of class 40 the whole transaction may be tried again
     */
    public void in(Connection connection, Term term) throws SQLException {
        in(connection, term.election(), term.token());
    }

    /** Does the same for a program that has no term, such as a command that was given {@code TENURE_TOKEN}. */
    public void in(Connection connection, String election, long token) throws SQLException {
        FenceMark write = new FenceMark(resource, Names.election(election), token);
        requireTransaction(connection);
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            if (raised(connection, write)) {
                return;
            }
            Optional<FenceMark> held = mark(connection, " FOR UPDATE");
            if (held.isPresent()) {
                held.get().requireAdmits(write);
                if (held.get().equals(write)) {
                    return; // a driver that does not count rows which stay as they are
                }
            } else if (created(connection, write)) {
                return;
            }
        }
        throw new SQLTransactionRollbackException(
                "the fence of '" + resource + "' was created by another transaction at the same moment: roll back and"
                        + " try the transaction again",
                SERIALIZATION_FAILURE);
    }

    /**
     * Returns what {@link #in} does as a statement of PostgreSQL, to be written before the first statement of the
     * transaction: drivers send both at once, so that the fence costs no round trip of its own. It ends in a semicolon
     * and takes no parameters. If it refuses, nothing after it is done, and the transaction must be rolled back.
     *
     * <p>Needs {@link #postgresDdl}. A refusal has the SQL state {@link GuardedTable#REFUSED}; see
     * {@link #requireAdmitted}.
     */
    public String sql(Term term) {
        return sql(term.election(), term.token());
    }

    /** Does the same for a program that has no term, such as a command that was given {@code TENURE_TOKEN}. */
    public String sql(String election, long token) {
        FenceMark write = new FenceMark(resource, Names.election(election), token);
        // A SELECT would return a result, which batches and executeUpdate() do not take.
        return "DO $tenure$ BEGIN PERFORM " + table + "_pass(" + PostgresText.quoted(resource) + ", "
                + PostgresText.quoted(write.election()) + ", " + write.token() + "); END $tenure$; ";
    }

    /**
     * Throws what {@link #in} does if it was the fence that refused a statement, by {@link #sql} or by a trigger, and
     * returns if it was not.
     *
     * @throws StaleTokenException if a later term wrote to the resource
     * @throws IllegalStateException if the statement came without a token, or if the fence belongs to another election
     */
    public void requireAdmitted(SQLException failure, Term term) {
        requireAdmitted(failure, term.election(), term.token());
    }

    /** Does the same for a program that has no term, such as a command that was given {@code TENURE_TOKEN}. */
    public void requireAdmitted(SQLException failure, String election, long token) {
        if (!GuardedTable.REFUSED.equals(failure.getSQLState())) {
            return;
        }
        Matcher older = OLDER.matcher(String.valueOf(failure.getMessage()));
        if (older.find()) {
            new FenceMark(resource, election, Long.parseLong(older.group(1)))
                    .requireAdmits(new FenceMark(resource, election, token));
        }
        throw new IllegalStateException(failure.getMessage(), failure);
    }

    /** Returns what the fence remembers, or empty if nobody has written. An answer of this moment, and no check. */
    public Optional<FenceMark> mark(Connection connection) throws SQLException {
        return mark(connection, "");
    }

    /** Forgets the highest token: the next write creates the fence again. For resources that are no longer guarded. */
    public void remove(Connection connection) throws SQLException {
        try (PreparedStatement delete = connection.prepareStatement("DELETE FROM " + table + " WHERE resource = ?")) {
            delete.setString(1, resource);
            delete.executeUpdate();
        }
    }

    /** Returns the triggers by which PostgreSQL refuses writes to a table without a token; see {@link GuardedTable}. */
    public GuardedTable guard(String guardedTable) {
        return new GuardedTable(this, Names.identifier(guardedTable));
    }

    String resource() {
        return resource;
    }

    String table() {
        return table;
    }

    private void requireTransaction(Connection connection) throws SQLException {
        if (connection.getAutoCommit()) {
            throw new IllegalStateException("the fence of '" + resource + "' guards a transaction, and this connection"
                    + " commits each statement by itself: call setAutoCommit(false) first");
        }
        // There a transaction that waited for the fence reads what was before the wait, and writes without an error.
        if (product(connection).equals("H2")
                && connection.getTransactionIsolation() > Connection.TRANSACTION_REPEATABLE_READ) {
            throw new IllegalStateException(
                    "a serializable or snapshot transaction of H2 does not see what the term before it"
                            + " wrote: use READ COMMITTED or REPEATABLE READ");
        }
    }

    private static String product(Connection connection) throws SQLException {
        return connection.getMetaData().getDatabaseProductName();
    }

    /** One statement compares, raises and locks: no other transaction comes between. */
    private boolean raised(Connection connection, FenceMark write) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                "UPDATE " + table + " SET token = ? WHERE resource = ? AND election = ? AND token <= ?")) {
            update.setLong(1, write.token());
            update.setString(2, resource);
            update.setString(3, write.election());
            update.setLong(4, write.token());
            return update.executeUpdate() > 0;
        }
    }

    private Optional<FenceMark> mark(Connection connection, String lock) throws SQLException {
        try (PreparedStatement select =
                connection.prepareStatement("SELECT election, token FROM " + table + " WHERE resource = ?" + lock)) {
            select.setString(1, resource);
            try (ResultSet row = select.executeQuery()) {
                return row.next()
                        ? Optional.of(new FenceMark(resource, row.getString(1), row.getLong(2)))
                        : Optional.empty();
            }
        }
    }

    /** Tells whether this transaction created the row; another one may be faster. */
    private boolean created(Connection connection, FenceMark write) throws SQLException {
        boolean postgres = product(connection).equals("PostgreSQL");
        // There a failed statement would end the transaction; elsewhere it changes nothing.
        String unless = postgres ? " ON CONFLICT (resource) DO NOTHING" : "";
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO " + table + " (resource, election, token) VALUES (?, ?, ?)" + unless)) {
            insert.setString(1, resource);
            insert.setString(2, write.election());
            insert.setLong(3, write.token());
            return insert.executeUpdate() > 0;
        } catch (SQLException e) {
            if (String.valueOf(e.getSQLState()).startsWith("23")) {
                return false;
            }
            throw e;
        }
    }

    @Override
    public String toString() {
        return "fence of '" + resource + "' in " + table;
    }
}
