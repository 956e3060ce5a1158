package dev.tenure.fence.jdbc;

import dev.tenure.spi.FenceMark;
import dev.tenure.testkit.FencedSet;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Words in a table of PostgreSQL that refuses by itself. The writer says its token and knows of no fence; one that
 * checks first and then goes around the trigger switches it off. Its address is the URL and the name of the table.
 */
public final class GuardedSet implements FencedSet {
    private static final AtomicInteger TABLES = new AtomicInteger();

    private final String url;
    private final String table;
    private final JdbcFence fence;

    public GuardedSet(String address) {
        this.url = address.substring(0, address.indexOf(' '));
        this.table = address.substring(address.indexOf(' ') + 1);
        this.fence = JdbcFence.of(table);
    }

    static GuardedSet create() throws SQLException {
        GuardedSet set = new GuardedSet(TestDatabase.POSTGRES.url() + " words_guarded_" + TABLES.incrementAndGet());
        try (Connection connection = TestDatabase.POSTGRES.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE " + set.table + " (words text)");
            statement.execute("INSERT INTO " + set.table + " VALUES ('')");
            set.fence.guard(set.table).create(connection);
        }
        return set;
    }

    @Override
    public String address() {
        return url + " " + table;
    }

    @Override
    public Set<String> words() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url)) {
            return words(connection);
        }
    }

    private Set<String> words(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT words FROM " + table)) {
            row.next();
            Set<String> words = new TreeSet<>(Set.of(row.getString(1).split(" ", -1)));
            words.remove("");
            return words;
        }
    }

    private void write(Connection connection, Set<String> words) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE " + table + " SET words = ?")) {
            update.setString(1, String.join(" ", words));
            update.executeUpdate();
        }
    }

    @Override
    public void add(String election, long token, String word, Pause pause) throws Exception {
        try (Connection connection = DriverManager.getConnection(url)) {
            Set<String> words = words(connection);
            pause.run();
            words.add(word);
            connection.setAutoCommit(false);
            try (PreparedStatement say = connection.prepareStatement(
                    "SELECT set_config('tenure.election', ?, true), set_config('tenure.token', ?, true)")) {
                say.setString(1, election);
                say.setString(2, Long.toString(token));
                say.execute();
                write(connection, words);
                connection.commit();
            } catch (SQLException e) {
                fence.requireAdmitted(e, election, token);
                throw e;
            }
        }
    }

    @Override
    public void addAfterCheck(String election, long token, String word, Pause pause) throws Exception {
        try (Connection connection = DriverManager.getConnection(url);
                Statement statement = connection.createStatement()) {
            fence.mark(connection).ifPresent(held -> held.requireAdmits(new FenceMark(table, election, token)));
            Set<String> words = words(connection);
            pause.run();
            words.add(word);
            statement.execute("SET session_replication_role = replica"); // no triggers
            write(connection, words);
        }
    }

    @Override
    public FencedSet withoutMark() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url)) {
            fence.remove(connection);
        }
        return this;
    }
}
