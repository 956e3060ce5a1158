package dev.tenure.store.s3;

import static java.util.Objects.requireNonNull;

import dev.tenure.testkit.ServerPorts;
import dev.tenure.testkit.StoreTestSteps;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The emulator all tests of this module share, a process of its own. With one thread it is atomic; with more it is a
 * store whose conditions fail under parallel writes, which is a test of its own.
 */
final class Emulator {
    static final String BUCKET = "elections";
    static final Emulator SHARED = checked(start(1));

    private static final AtomicInteger PREFIXES = new AtomicInteger();

    private final int port;
    private final Process process;

    private Emulator(int port, Process process) {
        this.port = port;
        this.process = process;
    }

    /** Starts an emulator with so many threads, and makes the bucket. */
    static Emulator start(int threads) {
        try {
            int port = ServerPorts.free();
            Path folder = Files.createTempDirectory(target(), "emulator");
            List<String> command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "-Xmx256m",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    Files.readString(target().resolve("emulator.classpath")).strip()
                            + java.io.File.pathSeparator
                            + target().resolve("test-classes"),
                    EmulatorMain.class.getName(),
                    "--server.port=" + port,
                    "--http.port=" + ServerPorts.free(),
                    "--server.ssl.enabled=false",
                    "--server.tomcat.threads.max=" + threads,
                    "--server.tomcat.threads.min-spare=" + threads,
                    "--com.adobe.testing.s3mock.store.root=" + folder,
                    "--logging.level.root=WARN",
                    "--spring.main.banner-mode=off"));
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(folder.resolve("log").toFile())
                    .start();
            Emulator emulator = new Emulator(port, process);
            Runtime.getRuntime().addShutdownHook(new Thread(emulator::stop));
            StoreTestSteps.await("the emulator listens", () -> emulator.listens(folder.resolve("log")));
            try (S3Client client = emulator.client()) {
                client.createBucket(make -> make.bucket(BUCKET));
            }
            return emulator;
        } catch (IOException e) {
            throw new UncheckedIOException("the emulator does not start", e);
        }
    }

    /**
     * Returns the build folder of this module, wherever the tests are run from. Tests of other modules may have these
     * classes from a local repository: the folder is then found from where they run, in the same checkout.
     */
    private static Path target() {
        try {
            Path beside = requireNonNull(Path.of(Emulator.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .getParent());
            Path sibling = Path.of("..", "..", "stores", "s3", "target")
                    .toAbsolutePath()
                    .normalize();
            return Files.exists(beside.resolve("emulator.classpath")) ? beside : sibling;
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Nothing here proves anything on a store that grants one write to two. */
    private static Emulator checked(Emulator emulator) {
        try (Bucket bucket = new Bucket(emulator.client(), true, BUCKET)) {
            ConcurrentWriteCheck.Result result = new ConcurrentWriteCheck(bucket, "check-of-the-emulator", 32)
                    .run(10, StoreTestSteps.within(StoreTestSteps.LIMIT.multipliedBy(2)));
            if (!result.isFair()) {
                throw new AssertionError("the emulator is not fit to test with: " + result.words());
            }
        }
        return emulator;
    }

    private boolean listens(Path log) {
        if (!process.isAlive()) {
            throw new AssertionError("the emulator ended by itself: see " + log);
        }
        try (Socket socket = new Socket()) {
            socket.connect(address());
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    InetSocketAddress address() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }

    /** Returns a prefix that no other test uses. */
    static String newPrefix() {
        return "test-" + PREFIXES.incrementAndGet();
    }

    /** Returns the settings of a store on the emulator. */
    S3StoreBuilder store() {
        return at(address());
    }

    /** Returns the settings of a store on what listens there. */
    static S3StoreBuilder at(InetSocketAddress address) {
        return S3Store.on(BUCKET).endpoint(uri(address)).pathStyle(true).credentials(keys());
    }

    /** Returns a client as a user would make one, with the SDK's own defaults. */
    S3Client client() {
        return client(address());
    }

    static S3Client client(InetSocketAddress address) {
        return S3Client.builder()
                .endpointOverride(uri(address))
                .region(software.amazon.awssdk.regions.Region.US_EAST_1)
                .forcePathStyle(true)
                .credentialsProvider(keys())
                .build();
    }

    static StaticCredentialsProvider keys() {
        return StaticCredentialsProvider.create(AwsBasicCredentials.create("someone", "secret"));
    }

    static URI uri(InetSocketAddress address) {
        return URI.create("http://127.0.0.1:" + address.getPort());
    }

    /** Writes an object like another program. */
    static void put(S3Client client, String key, String content) {
        client.putObject(put -> put.bucket(BUCKET).key(key), RequestBody.fromString(content));
    }

    /** Reads an object like another program. */
    static String get(S3Client client, String key) {
        return client.getObjectAsBytes(get -> get.bucket(BUCKET).key(key)).asString(StandardCharsets.UTF_8);
    }

    static void delete(S3Client client, String key) {
        client.deleteObject(delete -> delete.bucket(BUCKET).key(key));
    }

    void stop() {
        process.destroyForcibly();
    }

    Process process() {
        return process;
    }
}
