package dev.tenure.fence.jdbc;

import dev.tenure.spi.FenceMark;
import dev.tenure.testkit.FencedSet;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Words in a row of a database; its address is the URL of the database and the resource, with a space between. */
public final class JdbcFencedSet implements FencedSet {
    private final String url;
    private final String resource;
    private final JdbcFence fence;

    public JdbcFencedSet(String address) {
        this.url = address.substring(0, address.indexOf(' '));
        this.resource = address.substring(address.indexOf(' ') + 1);
        this.fence = JdbcFence.of(resource);
    }

    static JdbcFencedSet create(TestDatabase database) throws SQLException {
        JdbcFencedSet set = new JdbcFencedSet(database.url() + " " + TestDatabase.newResource());
        try (Connection connection = database.connect();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO words VALUES (?, '')")) {
            insert.setString(1, set.resource);
            insert.executeUpdate();
        }
        return set;
    }

    @Override
    public String address() {
        return url + " " + resource;
    }

    @Override
    public Set<String> words() throws SQLException {
        try (Connection connection = DriverManager.getConnection(url)) {
            return words(connection);
        }
    }

    Set<String> words(Connection connection) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT words FROM words WHERE resource = ?")) {
            select.setString(1, resource);
            try (ResultSet row = select.executeQuery()) {
                row.next();
                Set<String> words = new TreeSet<>(Set.of(row.getString(1).split(" ", -1)));
                words.remove("");
                return words;
            }
        }
    }

    void write(Connection connection, Set<String> words) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement("UPDATE words SET words = ? WHERE resource = ?")) {
            update.setString(1, String.join(" ", words));
            update.setString(2, resource);
            update.executeUpdate();
        }
    }

    String resource() {
        return resource;
    }

    JdbcFence fence() {
        return fence;
    }

    @Override
    public void add(String election, long token, String word, Pause pause) throws Exception {
        try (Connection connection = DriverManager.getConnection(url)) {
            Set<String> words = words(connection);
            pause.run();
            words.add(word);
            connection.setAutoCommit(false);
            try {
                fence.in(connection, election, token);
                write(connection, words);
                connection.commit();
            } finally {
                connection.rollback();
            }
        }
    }

    @Override
    public void addAfterCheck(String election, long token, String word, Pause pause) throws Exception {
        try (Connection connection = DriverManager.getConnection(url)) {
            Optional<FenceMark> held = fence.mark(connection);
            if (held.isPresent()) {
                held.get().requireAdmits(new FenceMark(resource, election, token));
            }
            Set<String> words = words(connection);
            pause.run();
            words.add(word);
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
