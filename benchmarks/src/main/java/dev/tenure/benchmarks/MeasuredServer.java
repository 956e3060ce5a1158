package dev.tenure.benchmarks;

import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisMonitor;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** A server of its own that tells how many round trips were made to it. */
interface MeasuredServer extends AutoCloseable {

    /** Returns the address of the store on it. */
    String uri();

    /** Returns how many round trips it has answered, give or take those of this question. */
    long roundTrips() throws Exception;

    /** Returns how many commands it was sent since this was first asked: several may share a round trip. */
    long commands() throws Exception;

    /** Returns how many seconds of the processor it has used, or 0 if it does not tell. */
    default double cpuSeconds() {
        return 0;
    }

    /** Returns its process. */
    long pid();

    @Override
    void close() throws Exception;

    /** Starts the server of this name: {@code redis} or {@code postgres}. */
    static MeasuredServer start(String name) throws IOException {
        return switch (name) {
            case "redis" -> new OfRedis();
            case "postgres" -> new OfPostgres();
            default -> throw new IllegalArgumentException("redis or postgres, not " + name);
        };
    }

    /** Counts commands by MONITOR, and not those that scripts make on the server. */
    final class OfRedis implements MeasuredServer {
        private final RedisNode server = new RedisNode();
        private final AtomicLong seen = new AtomicLong();
        private @Nullable Thread monitor;

        OfRedis() throws IOException {}

        @Override
        public String uri() {
            return server.uri();
        }

        @Override
        public long roundTrips() {
            try (Jedis client = new Jedis("127.0.0.1", server.port())) {
                String stats = client.info("stats");
                return Long.parseLong(stats.replaceAll("(?s).*total_reads_processed:(\\d+).*", "$1"));
            }
        }

        @Override
        public long commands() {
            if (monitor == null) {
                monitor = new Thread(this::monitor, "monitor");
                monitor.setDaemon(true);
                monitor.start();
            }
            return seen.get();
        }

        @Override
        public double cpuSeconds() {
            try (Jedis client = new Jedis("127.0.0.1", server.port())) {
                return client.info("cpu")
                        .lines()
                        .filter(line -> line.matches("used_cpu_(sys|user):.*"))
                        .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(':') + 1)))
                        .sum();
            }
        }

        @Override
        public long pid() {
            try (Jedis client = new Jedis("127.0.0.1", server.port())) {
                return Long.parseLong(client.info("server").replaceAll("(?s).*process_id:(\\d+).*", "$1"));
            }
        }

        private void monitor() {
            try (Jedis client = new Jedis("127.0.0.1", server.port(), 0)) {
                client.monitor(new JedisMonitor() {
                    @Override
                    public void onCommand(String line) {
                        seen.addAndGet(line.contains(" lua] ") ? 0 : 1);
                    }
                });
            } catch (JedisConnectionException closed) {
                return;
            }
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }

    /** Counts transactions: each call of the store is one. */
    final class OfPostgres implements MeasuredServer {
        private final PostgresServer server = new PostgresServer();

        OfPostgres() throws IOException {}

        @Override
        public String uri() {
            return server.uri();
        }

        @Override
        public long roundTrips() throws SQLException {
            try (Connection connection = server.connect();
                    Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(
                            "SELECT xact_commit + xact_rollback FROM pg_stat_database WHERE datname = 'postgres'")) {
                row.next();
                return row.getLong(1);
            }
        }

        @Override
        public long pid() {
            throw new UnsupportedOperationException("it has one for each connection");
        }

        @Override
        public long commands() throws SQLException {
            return roundTrips();
        }

        @Override
        public void close() throws IOException {
            server.close();
        }
    }
}
