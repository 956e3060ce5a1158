package dev.tenure.benchmarks;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;

/** What PostgreSQL and its driver take by themselves to free a row and tell another connection of it. */
final class PostgresFloor {
    private static final int LONG_MILLIS = 10_000;

    private PostgresFloor() {}

    /** One connection updates a row and notifies, in one transaction; another listens and reads the notice. */
    static Percentiles measure(PostgresServer server, int warmUp, int rounds) throws Exception {
        BlockingQueue<Long> heard = new LinkedBlockingQueue<>();
        try (Connection listening = server.connect();
                Connection telling = server.connect()) {
            execute(telling, "CREATE TABLE floor (id integer PRIMARY KEY, n bigint NOT NULL) WITH (fillfactor = 50)");
            execute(telling, "INSERT INTO floor VALUES (1, 0)");
            execute(listening, "LISTEN floor");
            Thread ear = new Thread(() -> listen(listening, heard), "ear");
            ear.setDaemon(true);
            ear.start();
            String free = "WITH freed AS (UPDATE floor SET n = n + 1 WHERE id = 1 RETURNING n)"
                    + " SELECT pg_notify('floor', n::text) FROM freed";
            try (PreparedStatement statement = telling.prepareStatement(free)) {
                return Rounds.of(warmUp, rounds, number -> {
                    long start = System.nanoTime();
                    statement.execute();
                    Long at = heard.poll(LONG_MILLIS, TimeUnit.MILLISECONDS);
                    if (at == null) {
                        throw new IllegalStateException("no notice came");
                    }
                    return at - start;
                });
            }
        }
    }

    private static void listen(Connection connection, BlockingQueue<Long> heard) {
        try {
            PGConnection news = connection.unwrap(PGConnection.class);
            while (!connection.isClosed()) {
                PGNotification[] came = news.getNotifications(LONG_MILLIS);
                if (came != null && came.length > 0) {
                    heard.add(System.nanoTime());
                }
            }
        } catch (SQLException over) {
            // Closed under this thread, when all was measured.
        }
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
