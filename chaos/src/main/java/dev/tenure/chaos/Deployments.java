package dev.tenure.chaos;

import dev.tenure.store.dynamodb.LocalProcess;
import dev.tenure.store.kafka.BrokerProcess;
import dev.tenure.store.postgres.RestartableServer;
import dev.tenure.store.redis.RedisDeployment;
import dev.tenure.store.route53.FakeService;
import dev.tenure.store.s3.EmulatorProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Starts the servers of each store, the same ones that the tests of the store use. */
final class Deployments {
    static final List<String> NAMES = List.of(
            "file",
            "postgres",
            "river",
            "redis",
            "redis-sentinel",
            "redis-cluster",
            "s3",
            "dynamodb",
            "route53",
            "kafka",
            "kafka-goneli",
            Deployments.ZOOKEEPER);

    static final String ZOOKEEPER = "zookeeper";
    static final String SERVER_STOP = "server-stop";
    static final String SERVER_KILL = "server-kill";
    static final String FAIL_OVER = "fail-over";
    static final String DOUBLE_FAIL_OVER = "double-fail-over";
    static final String ROLL_BACK = "roll-back";

    private static final String COPY = "copy";
    private static final Duration TAKEOVER_DELAY_OF_RIVER = Duration.ofSeconds(13);
    private static final List<String> ELECTIONS = List.of("payroll", "billing");
    private static final Map<String, String> AWS =
            Map.of("AWS_ACCESS_KEY_ID", "key", "AWS_SECRET_ACCESS_KEY", "secret", "AWS_REGION", "us-east-1");

    private Deployments() {}

    /** Tells whether the timing of the store is that of the programs it shares its elections with. */
    static boolean hasFixedTiming(String store) {
        return Set.of("river", "kafka-goneli").contains(store);
    }

    /**
     * Returns how long a new leader of the store waits before it leads, beside programs that may notice a loss late.
     */
    static Duration takeoverDelay(String store) {
        return store.equals("river") ? TAKEOVER_DELAY_OF_RIVER : Duration.ZERO;
    }

    /** Starts the servers of the store that the options name, which keep their data in the folder. */
    static Deployment start(ChaosOptions options, Path folder) {
        String store = options.store();
        return switch (store) {
            case "file" -> file(folder);
            case "postgres", "river" -> postgres(options, folder);
            case "redis" -> redis(RedisDeployment.single(), folder);
            case "redis-sentinel" -> replicated(RedisDeployment.behindSentinel());
            case "redis-cluster" -> replicated(RedisDeployment.cluster(ELECTIONS.get(0)));
            case "s3" -> s3();
            case "dynamodb" -> dynamoDb();
            case "route53" -> route53();
            case ZOOKEEPER -> zooKeeper(folder);
            default -> kafka(store);
        };
    }

    private static Deployment file(Path folder) {
        Path elections = folder.resolve("elections");
        DataDirectory data = DataDirectory.ofFolder(elections, folder.resolve(COPY));
        return new Deployment(
                "file:" + elections, List.of(), ELECTIONS, Map.of(), List.of(), Optional.of(data), () -> {});
    }

    private static Deployment postgres(ChaosOptions options, Path folder) {
        Path files = folder.resolve("postgres");
        RestartableServer server = new RestartableServer(files);
        String uri = options.store() + "://postgres@127.0.0.1:" + server.port() + "/postgres";
        boolean river = options.store().equals("river");
        if (river) {
            server.createRiverTable();
        }
        if (options.program() == Program.SPRING_JDBC) {
            SpringJdbcMain.createTables(uri);
        }
        DataDirectory data = new DataDirectory() {
            @Override
            public void copy() throws IOException {
                server.stop();
                DataDirectory.replace(files, folder.resolve(COPY));
                server.resume();
            }

            @Override
            public void putBack() throws IOException {
                server.kill();
                DataDirectory.replace(folder.resolve(COPY), files);
                Files.delete(files.resolve("postmaster.pid"));
                server.restart();
            }
        };
        return new Deployment(
                uri,
                List.of(server.port()),
                river ? List.of("default") : ELECTIONS,
                Map.of(),
                List.of(
                        new Fault(SERVER_STOP, server::stop, server::resume),
                        new Fault(SERVER_KILL, server::kill, server::restart),
                        Fault.once(ROLL_BACK, data::putBack)),
                Optional.of(data),
                server::close);
    }

    private static Deployment redis(RedisDeployment redis, Path folder) {
        DataDirectory data = new DataDirectory() {
            @Override
            public void copy() throws IOException {
                redis.stopMaster();
                DataDirectory.replace(redis.data(), folder.resolve(COPY));
                redis.heal();
            }

            @Override
            public void putBack() throws IOException {
                redis.killMaster();
                DataDirectory.replace(folder.resolve(COPY), redis.data());
                redis.heal();
            }
        };
        return new Deployment(
                redis.uri(),
                redis.ports(),
                ELECTIONS,
                Map.of(),
                List.of(stopOf(redis), killOf(redis), Fault.once(ROLL_BACK, data::putBack)),
                Optional.of(data),
                redis::close);
    }

    private static Deployment replicated(RedisDeployment redis) {
        return new Deployment(
                redis.uri(),
                redis.ports(),
                ELECTIONS,
                Map.of(),
                List.of(
                        stopOf(redis),
                        killOf(redis),
                        Fault.once(FAIL_OVER, redis::failOver),
                        new Fault(DOUBLE_FAIL_OVER, redis::failOverTwice, redis::heal)),
                Optional.empty(),
                redis::close);
    }

    private static Fault stopOf(RedisDeployment redis) {
        return new Fault(SERVER_STOP, redis::stopMaster, redis::heal);
    }

    private static Fault killOf(RedisDeployment redis) {
        return new Fault(SERVER_KILL, redis::killMaster, redis::heal);
    }

    private static Deployment s3() {
        EmulatorProcess emulator = new EmulatorProcess();
        return new Deployment(
                emulator.uri("chaos"),
                List.of(emulator.port()),
                ELECTIONS,
                AWS,
                List.of(stopOf(emulator.process())),
                Optional.empty(),
                emulator::close);
    }

    private static Deployment dynamoDb() {
        LocalProcess server = new LocalProcess();
        return new Deployment(
                server.uri(),
                List.of(server.port()),
                ELECTIONS,
                AWS,
                List.of(stopOf(server.process())),
                Optional.empty(),
                server::close);
    }

    private static Deployment route53() {
        FakeService service = new FakeService();
        return new Deployment(
                service.uri(), List.of(service.port()), ELECTIONS, AWS, List.of(), Optional.empty(), service::close);
    }

    private static Deployment kafka(String store) {
        BrokerProcess broker = new BrokerProcess();
        DataDirectory data = new DataDirectory() {
            @Override
            public void copy() throws IOException, InterruptedException {
                broker.backUp();
            }

            @Override
            public void putBack() throws IOException, InterruptedException {
                broker.restore();
            }
        };
        boolean goNeli = store.equals("kafka-goneli");
        String uri = "kafka://" + broker.address() + "/chaos";
        return new Deployment(
                uri + (goNeli ? "?goneli=true&group=chaos" : ""),
                List.of(broker.port()),
                goNeli ? List.of("chaos") : ELECTIONS,
                Map.of(),
                List.of(
                        new Fault(SERVER_STOP, broker::stop, broker::resume),
                        Fault.once(SERVER_KILL, broker::restart),
                        Fault.once(ROLL_BACK, data::putBack)),
                Optional.of(data),
                broker::close);
    }

    private static Deployment zooKeeper(Path folder) {
        ZooKeeperProcess server = new ZooKeeperProcess(folder.resolve(ZOOKEEPER));
        return new Deployment(
                server.uri(),
                List.of(server.port()),
                ELECTIONS,
                Map.of(),
                List.of(
                        new Fault(SERVER_STOP, server::stop, server::resume),
                        new Fault(SERVER_KILL, server::kill, server::restart)),
                Optional.empty(),
                server::close);
    }

    private static Fault stopOf(Process server) {
        return new Fault(
                SERVER_STOP, () -> Signals.send("STOP", server.pid()), () -> Signals.send("CONT", server.pid()));
    }
}
