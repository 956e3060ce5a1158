package dev.tenure.benchmarks;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;

/** A real server of its own for a benchmark, with its disk and its commits as in production. */
final class PostgresServer implements AutoCloseable {
    private final EmbeddedPostgres server;

    PostgresServer() throws IOException {
        this.server = EmbeddedPostgres.builder()
                .setServerConfig("fsync", "on")
                .setServerConfig("synchronous_commit", "on")
                .start();
    }

    /** Returns the address of the store on it. */
    String uri() {
        return "postgres://postgres@localhost:" + server.getPort() + "/postgres";
    }

    Connection connect() throws SQLException {
        return server.getPostgresDatabase().getConnection();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
