package dev.tenure.store.dynamodb;

import dev.tenure.aws.DeadlineConnections;
import dev.tenure.testkit.ServerPorts;
import dev.tenure.testkit.StoreTestSteps;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Objects;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * DynamoDB Local with a table for elections, as a process that can be stopped. For chaos runs and other modules.
 *
 * <p>Whoever uses this class starts no further server: that of {@link TestServer} starts with the first use of that
 * one.
 */
public final class LocalProcess implements AutoCloseable {
    private static final String TABLE = "elections";

    private final int port;
    private final Process process;

    /** Starts the server and creates the table. */
    public LocalProcess() {
        this.port = ServerPorts.free();
        this.process = launch(port);
        try (DynamoDbClient client = client(endpoint())) {
            DynamoDbStore.on(client, TABLE).createIfMissing(true).open().close();
        }
    }

    private URI endpoint() {
        return URI.create("http://127.0.0.1:" + port);
    }

    public String uri() {
        return "dynamodb://" + TABLE + "?region=eu-central-1&endpoint=" + endpoint();
    }

    public int port() {
        return port;
    }

    public Process process() {
        return process;
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    /** Starts a server that ends with this process. */
    static Process launch(int port) {
        try {
            String classPath = Files.readString(target().resolve("emulator.classpath"));
            Path output = target().resolve("dynamodb-local-" + port + ".txt");
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx256m",
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-Dsqlite4java.library.path=" + folderOfLibrary(classPath),
                            "-cp",
                            classPath,
                            "software.amazon.dynamodb.services.local.main.ServerRunner",
                            "-inMemory",
                            "-disableTelemetry",
                            "-port",
                            Integer.toString(port))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            URI endpoint = URI.create("http://127.0.0.1:" + port);
            try (DynamoDbClient client = client(endpoint)) {
                StoreTestSteps.await(
                        "DynamoDB Local answers; see " + output, () -> process.isAlive() && answers(client));
            }
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException("DynamoDB Local does not start", e);
        }
    }

    /**
     * Returns the build folder of this module, wherever the tests are run from. Tests of other modules may have these
     * classes from a local repository: the folder is then found from where they run, in the same checkout.
     */
    private static Path target() {
        try {
            Path beside = Objects.requireNonNull(Path.of(LocalProcess.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .getParent());
            Path sibling = Path.of("..", "..", "stores", "dynamodb", "target")
                    .toAbsolutePath()
                    .normalize();
            return Files.exists(beside.resolve("emulator.classpath")) ? beside : sibling;
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String folderOfLibrary(String classPath) {
        return Arrays.stream(classPath.split(File.pathSeparator, -1))
                .filter(entry -> entry.contains("linux-amd64"))
                .map(entry -> Objects.requireNonNull(Path.of(entry).getParent()).toString())
                .findFirst()
                .orElseThrow();
    }

    private static boolean answers(DynamoDbClient client) {
        try {
            client.listTables();
            return true;
        } catch (SdkException e) {
            return false;
        }
    }

    /** Returns a client as the provider makes it, for the server at this address. */
    static DynamoDbClient client(URI endpoint) {
        return DynamoDbClient.builder()
                .endpointOverride(endpoint)
                .region(Region.EU_CENTRAL_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .httpClient(UrlConnectionHttpClient.create(new DeadlineConnections()))
                .build();
    }
}
