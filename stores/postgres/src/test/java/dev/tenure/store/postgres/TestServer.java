package dev.tenure.store.postgres;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import org.postgresql.ds.PGSimpleDataSource;

/** The real server all tests of this module share, with its disk and its commits as in production. */
final class TestServer {
    static final EmbeddedPostgres SHARED = start();
    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    private TestServer() {}

    /** Returns the settings of a server that loses nothing in a crash. */
    static EmbeddedPostgres.Builder careful() {
        return EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .setServerConfig("max_connections", "300");
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
    static PGSimpleDataSource source() {
        return (PGSimpleDataSource) SHARED.getPostgresDatabase();
    }

    /** Returns the name of a schema that no other test uses. */
    static String newSchema() {
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
}
