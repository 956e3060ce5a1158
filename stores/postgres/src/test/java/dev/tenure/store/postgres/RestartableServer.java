package dev.tenure.store.postgres;

import dev.tenure.testkit.StoreTestSteps;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.stream.Stream;

/** A PostgreSQL server that can be stopped, killed and restarted on its data. Not thread-safe. */
public final class RestartableServer implements AutoCloseable {
    private static final String RIVER_TABLE =
            "CREATE UNLOGGED TABLE river_leader (elected_at timestamptz NOT NULL, expires_at timestamptz NOT NULL,"
                    + " leader_id text NOT NULL, name text PRIMARY KEY DEFAULT 'default')";

    private final Path data;
    private final int port;
    private EmbeddedPostgres server;

    /** Starts a server that keeps its data in the folder. */
    public RestartableServer(Path data) {
        this.data = data;
        try {
            server = TestServer.careful()
                    .setDataDirectory(data)
                    .setCleanDataDirectory(false)
                    .start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.port = server.getPort();
    }

    /** Returns the port, which stays the same after a restart. */
    public int port() {
        return port;
    }

    /** Opens a store on the server. */
    PostgresStore store() {
        return PostgresStore.on(server.getPostgresDatabase()).open();
    }

    /** Creates the table that River's leaders share. */
    public void createRiverTable() {
        try (Connection connection = server.getPostgresDatabase().getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(RIVER_TABLE);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
    }

    /** Stops all processes of the server by SIGSTOP. */
    public void stop() {
        signal("STOP");
    }

    /** Lets a stopped server go on. */
    public void resume() {
        signal("CONT");
    }

    private void signal(String name) {
        ProcessHandle postmaster = ProcessHandle.of(TestServer.postmaster(data)).orElseThrow();
        Stream.concat(Stream.of(postmaster), postmaster.descendants()).forEach(process -> {
            try {
                TestServer.signal(name, Math.toIntExact(process.pid()));
            } catch (AssertionError gone) {
                // A backend may end at any time.
            }
        });
    }

    /** Kills the server by SIGKILL. */
    public void kill() {
        TestServer.signal("KILL", TestServer.postmaster(data));
        TestServer.stop(server);
    }

    /** Restarts a killed server. Its last backends may live a moment longer, and hold its memory. */
    public void restart() {
        StoreTestSteps.await("the server is back", () -> {
            try {
                server = TestServer.careful()
                        .setDataDirectory(data)
                        .setCleanDataDirectory(false)
                        .setPort(port)
                        .start();
                return true;
            } catch (IOException | IllegalStateException notYet) {
                return false;
            }
        });
    }

    @Override
    public void close() {
        TestServer.stop(server);
    }
}
