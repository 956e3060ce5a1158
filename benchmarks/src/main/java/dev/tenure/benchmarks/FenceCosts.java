package dev.tenure.benchmarks;

import dev.tenure.fence.jdbc.GuardedTable;
import dev.tenure.fence.jdbc.JdbcFence;
import dev.tenure.fence.redis.RedisFence;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.UnifiedJedis;

/** Prints how long a write takes under a fence, beside the same write without. */
final class FenceCosts {
    private static final int WARM_UP = 500;
    private static final int ROUNDS = 2_000;
    private static final String ELECTION = "payroll";

    private FenceCosts() {}

    public static void main(String[] arguments) throws Exception {
        try (PostgresServer server = new PostgresServer();
                Connection connection = server.connect()) {
            Percentiles.printHead("PostgreSQL, fsync on, one machine: one update and its commit");
            postgres(connection);
        }
        try (RedisNode node = new RedisNode();
                UnifiedJedis redis = RedisClient.create(node.uri())) {
            Percentiles.printHead("Redis, one machine: one SET");
            redis(redis);
        }
    }

    private static void postgres(Connection connection) throws Exception {
        JdbcFence fence = JdbcFence.of("accounts");
        fence.createTable(connection);
        run(connection, "CREATE TABLE accounts (balance int)");
        run(connection, "CREATE TABLE fenced (balance int)");
        run(connection, "CREATE TABLE guarded (balance int)");
        run(connection, "INSERT INTO accounts VALUES (0)");
        run(connection, "INSERT INTO fenced VALUES (0)");
        run(connection, "INSERT INTO guarded VALUES (0)");
        GuardedTable guarded = fence.guard("guarded");
        guarded.create(connection);
        connection.setAutoCommit(false);
        Rounds.timed(WARM_UP, ROUNDS, number -> {
                    run(connection, "UPDATE accounts SET balance = balance + 1");
                    connection.commit();
                })
                .print("without a fence");
        Rounds.timed(WARM_UP, ROUNDS, number -> {
                    fence.in(connection, ELECTION, 1);
                    run(connection, "UPDATE fenced SET balance = balance + 1");
                    connection.commit();
                })
                .print("with a fence");
        Rounds.timed(WARM_UP, ROUNDS, number -> {
                    guarded.in(connection, ELECTION, 1);
                    run(connection, "UPDATE guarded SET balance = balance + 1");
                    connection.commit();
                })
                .print("by the trigger");
    }

    private static void redis(UnifiedJedis redis) throws Exception {
        RedisFence fence = RedisFence.at("{accounts}:fence");
        List<List<String>> commands = List.of(List.of("SET", "{accounts}:balance", "1"));
        Rounds.timed(WARM_UP, ROUNDS, number -> redis.set("{accounts}:balance", "1"))
                .print("without a fence");
        Rounds.timed(WARM_UP, ROUNDS, number -> fence.write(redis, ELECTION, 1, commands))
                .print("with a fence");
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
