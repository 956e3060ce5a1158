package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.postgresql.ds.PGSimpleDataSource;

/** The real server that all tests of a module share, with durable commits as in production. */
public final class TestServer {
    static final EmbeddedPostgres SHARED = start();
    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    private TestServer() {}

    /** Returns the settings of a server that loses nothing in a crash. */
    static EmbeddedPostgres.Builder careful() {
        return EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("max_prepared_transactions", "10")
                .setServerConfig("max_connections", "400");
    }

    private static EmbeddedPostgres start() {
        try {
            EmbeddedPostgres server = careful().start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server)));
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException("the test server does not start", e);
        }
    }

    static void stop(EmbeddedPostgres server) {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException("the test server does not stop", e);
        }
    }

    /** Returns what opens connections to the shared server. */
    public static PGSimpleDataSource source() {
        return (PGSimpleDataSource) SHARED.getPostgresDatabase();
    }

    /** Returns the name of a schema that no other test uses. */
    public static String newSchema() {
        return "test " + SCHEMAS.incrementAndGet();
    }

    /** Runs SQL as the owner of everything. */
    static void run(String sql) {
        try (Connection connection = source().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }

    /** Returns what opens connections under a name by which their backends are found. */
    static PGSimpleDataSource named(String application) {
        PGSimpleDataSource source = source();
        source.setApplicationName(application);
        return source;
    }

    /** Returns the process ids of the backends of an application; of those that listen, or of those that do not. */
    static List<Integer> backends(String application, boolean listening) {
        String sql = "SELECT pid FROM pg_stat_activity WHERE application_name = ? AND (query LIKE 'LISTEN%') = ?";
        try (Connection connection = source().getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, application);
            statement.setBoolean(2, listening);
            List<Integer> pids = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    pids.add(rows.getInt(1));
                }
            }
            return pids;
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Ends these sessions as an administrator would. */
    static void terminate(List<Integer> backends) {
        backends.forEach(pid -> run("SELECT pg_terminate_backend(" + pid + ")"));
    }

    /** Returns the process id of the postmaster of a server. */
    static int postmaster(Path data) {
        try {
            return Integer.parseInt(
                    Files.readAllLines(data.resolve("postmaster.pid")).get(0).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the folder of the shared server's data. */
    static Path data() {
        try (Connection connection = source().getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SHOW data_directory")) {
            row.next();
            return Path.of(row.getString(1));
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Sends a signal, such as STOP, CONT or KILL. */
    static void signal(String signal, int pid) {
        try {
            int code = new ProcessBuilder("kill", "-" + signal, Integer.toString(pid))
                    .start()
                    .waitFor();
            assertThat(code).as("kill -%s %d", signal, pid).isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Returns the first column of what a query finds. */
    static List<String> texts(String sql) {
        try (Connection connection = source().getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            List<String> found = new ArrayList<>();
            while (rows.next()) {
                found.add(rows.getString(1));
            }
            return found;
        } catch (SQLException e) {
            throw new AssertionError(sql, e);
        }
    }
}
