package dev.tenure.benchmarks;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.tenure.fence.file.FileFence;
import dev.tenure.fence.http.FenceHandler;
import dev.tenure.fence.http.FencedHttpClient;
import dev.tenure.fence.http.HttpFence;
import dev.tenure.fence.jdbc.GuardedTable;
import dev.tenure.fence.jdbc.JdbcFence;
import dev.tenure.fence.redis.RedisFence;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        Percentiles.printHead("A file of 1 KB: new file, rename, both on the disk");
        file(Files.createTempDirectory("fence-costs"));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.start();
        try {
            Percentiles.printHead("HTTP, one machine: one POST");
            http(server);
        } finally {
            server.stop(0);
        }
    }

    private static void postgres(Connection connection) throws Exception {
        JdbcFence fence = JdbcFence.of("accounts");
        fence.createFunctions(connection);
        for (String table : List.of("bare", "fenced", "pipelined", "guarded")) {
            run(connection, "CREATE TABLE " + table + " (balance int)");
            run(connection, "INSERT INTO " + table + " VALUES (0)");
        }
        GuardedTable guarded = fence.guard("guarded");
        guarded.create(connection);
        connection.setAutoCommit(false);
        Map<String, Rounds.Step> steps = new LinkedHashMap<>();
        steps.put("without a fence", number -> {
            run(connection, "UPDATE bare SET balance = balance + 1");
            connection.commit();
        });
        steps.put("fence.in", number -> {
            fence.in(connection, ELECTION, 1);
            run(connection, "UPDATE fenced SET balance = balance + 1");
            connection.commit();
        });
        steps.put("fence.sql before the write", number -> {
            run(connection, fence.sql(ELECTION, 1) + "UPDATE pipelined SET balance = balance + 1");
            connection.commit();
        });
        steps.put("the trigger, and GuardedTable.in", number -> {
            guarded.in(connection, ELECTION, 1);
            run(connection, "UPDATE guarded SET balance = balance + 1");
            connection.commit();
        });
        Rounds.printInTurn(WARM_UP, ROUNDS, steps);
    }

    private static void redis(UnifiedJedis redis) throws Exception {
        RedisFence script = RedisFence.at("{accounts}:fence");
        RedisFence function = script.asFunction();
        redis.functionLoadReplace(RedisFence.library());
        List<List<String>> commands = List.of(List.of("SET", "{accounts}:balance", "1"));
        Map<String, Rounds.Step> steps = new LinkedHashMap<>();
        steps.put("without a fence", number -> redis.set("{accounts}:balance", "1"));
        steps.put("by script", number -> script.write(redis, ELECTION, 1, commands));
        steps.put("by function", number -> function.write(redis, ELECTION, 1, commands));
        Rounds.printInTurn(WARM_UP, ROUNDS, steps);
    }

    private static void file(Path folder) throws Exception {
        byte[] content = new byte[1024];
        FileFence fence = FileFence.of(folder.resolve("fenced"));
        FileFence ofManyTerms = FileFence.of(folder.resolve("of-many-terms"));
        Map<String, Rounds.Step> steps = new LinkedHashMap<>();
        steps.put("without a fence", number -> replace(folder.resolve("bare"), content));
        steps.put("with a fence", number -> fence.replace(ELECTION, 1, content));
        steps.put("with a fence, each time under a new token", number -> {
            ofManyTerms.replace(ELECTION, 1L + number, content);
        });
        Rounds.printInTurn(WARM_UP / 10, ROUNDS / 4, steps);
    }

    private static void replace(Path file, byte[] content) throws IOException {
        Path draft = file.resolveSibling("draft");
        try (FileChannel out = FileChannel.open(draft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            out.write(ByteBuffer.wrap(content));
            out.force(true);
        }
        Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        try (FileChannel folder = FileChannel.open(file.resolveSibling("."), StandardOpenOption.READ)) {
            folder.force(true);
        }
    }

    private static void http(HttpServer server) throws Exception {
        server.createContext("/bare", FenceCosts::answer);
        server.createContext("/fenced", new FenceHandler(HttpFence.of("payments"), FenceCosts::answer));
        HttpClient client = HttpClient.newHttpClient();
        FencedHttpClient fenced = FencedHttpClient.of(client, ELECTION, 1);
        Map<String, Rounds.Step> steps = new LinkedHashMap<>();
        steps.put("without a fence", number -> client.send(post(server, "/bare"), BodyHandlers.discarding()));
        steps.put("with a fence", number -> fenced.send(post(server, "/fenced"), BodyHandlers.discarding()));
        Rounds.printInTurn(WARM_UP, ROUNDS, steps);
    }

    private static void answer(HttpExchange request) throws IOException {
        try (request) {
            request.getRequestBody().readAllBytes();
            request.sendResponseHeaders(200, -1);
        }
    }

    private static HttpRequest post(HttpServer server, String path) {
        return HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path))
                .POST(BodyPublishers.ofString("pay"))
                .build();
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
