package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.store.kafka.goneli.GoNeli;
import dev.tenure.testkit.ServerPorts;
import dev.tenure.testkit.TcpFaultProxy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Uuid;

/** A real broker in its own process, which a test can pause, kill and start again on the same data. */
public final class TestBroker implements AutoCloseable {
    private static final Duration START_LIMIT = Duration.ofMinutes(4);

    /** The profile "matrix" runs tests with clients that are too old for the classes of the newest broker. */
    private static final boolean CLIENT_IS_OLDER = clientIsOlder();

    private final String classPath;
    private final Path folder;
    private final int port;
    private final GroupRequestFilter groups;
    private final TcpFaultProxy line;
    private Process process;

    private static final class Shared {
        static final TestBroker BROKER = start("");

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(BROKER::close));
        }
    }

    /** Returns the broker that the tests share. */
    public static TestBroker shared() {
        return Shared.BROKER;
    }

    private static final class Older {
        static final TestBroker BROKER = start(olderClassPath(), "3.9", "");

        static {
            Runtime.getRuntime().addShutdownHook(new Thread(BROKER::close));
        }
    }

    /** Returns the shared broker of the last release of Kafka 3: goNELI works with no newer one. */
    public static TestBroker older() {
        return Older.BROKER;
    }

    /** Returns the class path of the older broker: its jars must not be on the class path of the tests. */
    private static String olderClassPath() {
        try {
            return Files.readString(Path.of("target", "older-broker.classpath"));
        } catch (IOException e) {
            throw new UncheckedIOException("Maven writes it: run its phase generate-test-resources first", e);
        }
    }

    /** Starts a broker with more settings, one on each line. */
    public static TestBroker start(String further) {
        return CLIENT_IS_OLDER
                ? start(olderClassPath(), "3.9", further)
                : start(System.getProperty("java.class.path"), "4.3", further);
    }

    private static boolean clientIsOlder() {
        try {
            Class.forName("org.apache.kafka.clients.consumer.CloseOptions");
            return false;
        } catch (ClassNotFoundException before41) {
            return true;
        }
    }

    private static TestBroker start(String classPath, String release, String further) {
        try {
            Path folder = Files.createTempDirectory("tenure-kafka");
            int port = ServerPorts.free();
            int controller = ServerPorts.free();
            int behindProxy = ServerPorts.free();
            GroupRequestFilter groups =
                    new GroupRequestFilter(new InetSocketAddress(InetAddress.getLoopbackAddress(), behindProxy));
            TcpFaultProxy line = new TcpFaultProxy(groups.address());
            Files.writeString(
                    folder.resolve("server.properties"),
                    String.join(
                            "\n",
                            "process.roles=broker,controller",
                            "node.id=1",
                            "controller.quorum.voters=1@127.0.0.1:" + controller,
                            "listeners=PLAINTEXT://127.0.0.1:" + port + ",LINE://127.0.0.1:" + behindProxy
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
                            "auto.create.topics.enable=false",
                            "log.cleaner.dedupe.buffer.size=2097152",
                            "log.cleaner.threads=1",
                            further));
            TestBroker broker = new TestBroker(classPath, folder, port, groups, line);
            broker.format(release);
            broker.process = broker.run();
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
    private TestBroker(String classPath, Path folder, int port, GroupRequestFilter groups, TcpFaultProxy line) {
        this.classPath = classPath;
        this.folder = folder;
        this.port = port;
        this.groups = groups;
        this.line = line;
    }

    private String settings() {
        return folder.resolve("server.properties").toString();
    }

    /** Formats the data in this JVM, which is quicker than in another, unless its clients are not the broker's. */
    private void format(String release) throws IOException, InterruptedException {
        String[] arguments = {
            "format", "-t", Uuid.randomUuid().toString(), "-c", settings(), "--release-version", release
        };
        if (CLIENT_IS_OLDER) {
            Process tool = new ProcessBuilder(JavaCommand.of("256m", classPath, "kafka.tools.StorageTool", arguments))
                    .inheritIO()
                    .start();
            assertThat(tool.waitFor()).isZero();
            return;
        }
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        int result = StorageTool.execute(arguments, new PrintStream(output, true, StandardCharsets.UTF_8));
        assertThat(result).as(output.toString(StandardCharsets.UTF_8)).isZero();
    }

    private Process run() throws IOException {
        Path log = folder.resolve("log.txt");
        return new ProcessBuilder(JavaCommand.of("256m", classPath, "kafka.Kafka", settings()))
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

    public String address() {
        return "127.0.0.1:" + port;
    }

    public int port() {
        return port;
    }

    /** Returns the proxy on the second way to this broker, which a test may disturb. */
    public TcpFaultProxy line() {
        return line;
    }

    /** Returns the filter behind that proxy, which may cut members off from their groups. */
    public GroupRequestFilter groups() {
        return groups;
    }

    public String addressOfLine() {
        return "127.0.0.1:" + line.address().getPort();
    }

    /** Returns a new admin client. */
    public Admin admin() {
        int limit = Math.toIntExact(START_LIMIT.toMillis());
        return Admin.create(Map.of("bootstrap.servers", address(), "default.api.timeout.ms", limit));
    }

    /** Returns a builder for a store on this broker. */
    public KafkaStoreBuilder store() {
        return KafkaStore.on(address());
    }

    /** Returns a store beside goNELI, behind the proxy, that runs the hook before each commit. */
    public KafkaStore storeBehindProxy(GoNeli goNeli, Runnable beforeCommit) {
        return KafkaStore.on(addressOfLine())
                .sharedWith(goNeli)
                .clientSetting("interceptor.classes", ProducerHooks.class.getName())
                .clientSetting(ProducerHooks.ACKNOWLEDGED, beforeCommit)
                .open();
    }

    /** Stops the process with SIGSTOP. */
    public void pause() {
        signal("STOP");
    }

    public void goOn() {
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

    /** Kills the process, and starts another one on the same data and port. */
    public void restart() throws IOException, InterruptedException {
        restart(() -> {});
    }

    /** Copies the data while the process is restarted. */
    public void backUp() throws IOException, InterruptedException {
        restart(() -> copy(folder.resolve("data"), folder.resolve("copy")));
    }

    /** Puts the copy back while the process is restarted, as after the loss of a disk. */
    public void restore() throws IOException, InterruptedException {
        restart(() -> copy(folder.resolve("copy"), folder.resolve("data")));
    }

    /** Runs while the process does not. */
    private interface Meanwhile {
        void run() throws IOException;
    }

    private void restart(Meanwhile meanwhile) throws IOException, InterruptedException {
        process.destroyForcibly().waitFor();
        meanwhile.run();
        process = run();
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
