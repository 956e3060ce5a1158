package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.testkit.TcpFaultProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;

/** A real broker, as a process of its own: to be stopped, killed and started again on the same data. */
final class TestBroker implements AutoCloseable {
    /** What groups take to notice: short, so that tests are. */
    static final Duration SESSION = Duration.ofSeconds(2);

    private static final Duration START_LIMIT = Duration.ofMinutes(4);

    private final String classPath;
    private final Path folder;
    private final int port;
    private final GroupFilter groups;
    private final TcpFaultProxy line;
    private Process process;

    private static final class Shared {
        static final TestBroker BROKER = start("");

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(BROKER::close));
        }
    }

    /** Returns the broker that the tests share. */
    static TestBroker shared() {
        return Shared.BROKER;
    }

    private static final class Older {
        static final TestBroker BROKER = start(olderClassPath(), "");

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(BROKER::close));
        }
    }

    /** Returns a broker of the last release of Kafka 3 that the tests share: goNELI knows no newer ones. */
    static TestBroker older() {
        return Older.BROKER;
    }

    /** None of its jars may be on the class path of the tests, which are those of the present Kafka. */
    private static String olderClassPath() {
        try {
            return Files.readString(Path.of("target", "older-broker.classpath"));
        } catch (IOException e) {
            throw new UncheckedIOException("Maven writes it: run its phase generate-test-resources first", e);
        }
    }

    /** Starts a broker with further settings, one a line. */
    static TestBroker start(String further) {
        return start(System.getProperty("java.class.path"), further);
    }

    private static TestBroker start(String classPath, String further) {
        try {
            Path folder = Files.createTempDirectory("tenure-kafka");
            int port = freePort();
            int controller = freePort();
            int behindTheLine = freePort();
            GroupFilter groups =
                    new GroupFilter(new InetSocketAddress(InetAddress.getLoopbackAddress(), behindTheLine));
            TcpFaultProxy line = new TcpFaultProxy(groups.address());
            Files.writeString(
                    folder.resolve("server.properties"),
                    String.join(
                            "\n",
                            "process.roles=broker,controller",
                            "node.id=1",
                            "controller.quorum.voters=1@127.0.0.1:" + controller,
                            "listeners=PLAINTEXT://127.0.0.1:" + port + ",LINE://127.0.0.1:" + behindTheLine
                                    + ",CONTROLLER://127.0.0.1:" + controller,
                            "advertised.listeners=PLAINTEXT://127.0.0.1:" + port + ",LINE://127.0.0.1:"
                                    + line.address().getPort(),
                            "listener.security.protocol.map=PLAINTEXT:PLAINTEXT,LINE:PLAINTEXT,CONTROLLER:PLAINTEXT",
                            "controller.listener.names=CONTROLLER",
                            "log.dirs=" + folder.resolve("data"),
                            "offsets.topic.replication.factor=1",
                            "offsets.topic.num.partitions=4",
                            "transaction.state.log.replication.factor=1",
                            "transaction.state.log.min.isr=1",
                            "transaction.state.log.num.partitions=4",
                            "group.initial.rebalance.delay.ms=0",
                            "group.min.session.timeout.ms=1000",
                            "group.consumer.min.session.timeout.ms=1000",
                            "group.consumer.session.timeout.ms=2000",
                            "group.consumer.min.heartbeat.interval.ms=100",
                            "group.consumer.heartbeat.interval.ms=200",
                            "auto.create.topics.enable=false",
                            "log.cleaner.dedupe.buffer.size=2097152",
                            "log.cleaner.threads=1",
                            further));
            TestBroker broker = new TestBroker(classPath, folder, port, groups, line);
            broker.run(
                            "kafka.tools.StorageTool",
                            "format",
                            "-t",
                            Uuid.randomUuid().toString(),
                            "-c",
                            broker.settings())
                    .waitFor();
            broker.process = broker.run("kafka.Kafka", broker.settings());
            broker.awaitReady();
            return broker;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    @SuppressWarnings("NullAway.Init") // the process is started right afterwards
    private TestBroker(String classPath, Path folder, int port, GroupFilter groups, TcpFaultProxy line) {
        this.classPath = classPath;
        this.folder = folder;
        this.port = port;
        this.groups = groups;
        this.line = line;
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private String settings() {
        return folder.resolve("server.properties").toString();
    }

    private Process run(String main, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Dlog4j2.level=ERROR",
                "-cp",
                classPath,
                main));
        command.addAll(List.of(arguments));
        Path log = folder.resolve("log.txt");
        return new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
    }

    private void awaitReady() throws InterruptedException {
        try (Admin admin = admin()) {
            admin.describeCluster().nodes().get(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | java.util.concurrent.TimeoutException e) {
            throw new AssertionError("the broker does not start: see " + folder.resolve("log.txt"), e);
        }
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    int port() {
        return port;
    }

    /** Returns the line that leads to this broker, too, and that a test may disturb. */
    TcpFaultProxy line() {
        return line;
    }

    /** Returns what may cut members on that line off from their groups, and from nothing else. */
    GroupFilter groups() {
        return groups;
    }

    String addressOfLine() {
        return "127.0.0.1:" + line.address().getPort();
    }

    /** Returns a client to look after this broker with. */
    Admin admin() {
        int limit = Math.toIntExact(START_LIMIT.toMillis());
        return Admin.create(Map.of("bootstrap.servers", address(), "default.api.timeout.ms", limit));
    }

    /** Begins to open a store here, with short sessions. */
    KafkaStoreBuilder store() {
        return KafkaStore.on(address()).sessionTimeout(SESSION);
    }

    /** Stops the process where it stands. */
    void pause() {
        signal("STOP");
    }

    void goOn() {
        signal("CONT");
    }

    private void signal(String name) {
        try {
            assertThat(new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                            .start()
                            .waitFor())
                    .isZero();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** Kills the process and starts another one on the same data and port. */
    void restart() throws IOException, InterruptedException {
        restart(() -> {});
    }

    /** Keeps a copy of the data as it is now, in place of an earlier one; kills the process for that. */
    void backUp() throws IOException, InterruptedException {
        restart(() -> copy(folder.resolve("data"), folder.resolve("copy")));
    }

    /** Puts the copy back, as one who restores a disk. */
    void restore() throws IOException, InterruptedException {
        restart(() -> copy(folder.resolve("copy"), folder.resolve("data")));
    }

    /** What is done while the process does not run. */
    private interface Meanwhile {
        void run() throws IOException;
    }

    private void restart(Meanwhile meanwhile) throws IOException, InterruptedException {
        process.destroyForcibly().waitFor();
        meanwhile.run();
        process = run("kafka.Kafka", settings());
        awaitReady();
    }

    private static void copy(Path from, Path to) throws IOException {
        delete(to);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.sorted(java.util.Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
        }
    }

    @Override
    public void close() {
        try {
            process.destroyForcibly().waitFor();
            line.close();
            groups.close();
            delete(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
