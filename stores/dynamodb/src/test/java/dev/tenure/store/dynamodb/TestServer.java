package dev.tenure.store.dynamodb;

import dev.tenure.aws.DeadlineConnections;
import dev.tenure.testkit.StoreTestSteps;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** DynamoDB Local in a separate process, shared by all tests of this module. */
final class TestServer {
    static final URI ENDPOINT = start();
    static final DynamoDbClient CLIENT = client(ENDPOINT);

    private static final AtomicInteger TABLES = new AtomicInteger();

    static {
        warmUp();
    }

    private TestServer() {}

    /** Starts a server that ends with this process, and returns its address. */
    static URI start() {
        try {
            int port = freePort();
            launch(port);
            return URI.create("http://127.0.0.1:" + port);
        } catch (IOException e) {
            throw new UncheckedIOException("DynamoDB Local does not start", e);
        }
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

    /** Returns the build folder of this module, wherever the tests are run from. */
    private static Path target() {
        try {
            return Objects.requireNonNull(Path.of(TestServer.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .getParent());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Makes each call once: the first of a process takes as long as hundreds of others, and leases here are short. */
    private static void warmUp() {
        DynamoDbStore store = DynamoDbStore.on(CLIENT, newTable()).open();
        StoreTestSteps.release(store, StoreTestSteps.renew(store, StoreTestSteps.elect(store, "first", "alice")));
    }

    private static String folderOfLibrary(String classPath) {
        return Arrays.stream(classPath.split(File.pathSeparator, -1))
                .filter(entry -> entry.contains("linux-amd64"))
                .map(entry -> Objects.requireNonNull(Path.of(entry).getParent()).toString())
                .findFirst()
                .orElseThrow();
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
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

    /** Returns the name of a table that no other test uses, and that is not there yet. */
    static String newName() {
        return "table-" + TABLES.incrementAndGet();
    }

    /** Makes a table that no other test uses. */
    static String newTable() {
        String name = newName();
        DynamoDbStore.on(CLIENT, name).createIfMissing(true).open().close();
        return name;
    }

    /** Makes a table with these keys, and nothing else as it should be. */
    static String newTable(String partitionKey, String sortKey) {
        String name = newName();
        CLIENT.createTable(create -> create.tableName(name)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(key(partitionKey, KeyType.HASH), key(sortKey, KeyType.RANGE))
                .attributeDefinitions(text(partitionKey), text(sortKey)));
        return name;
    }

    private static KeySchemaElement key(String attribute, KeyType type) {
        return KeySchemaElement.builder().attributeName(attribute).keyType(type).build();
    }

    private static AttributeDefinition text(String attribute) {
        return AttributeDefinition.builder()
                .attributeName(attribute)
                .attributeType(ScalarAttributeType.S)
                .build();
    }

    static Map<String, AttributeValue> keys(String election, String sortKey) {
        return Map.of(
                "pk", AttributeValue.fromS("SHARD#" + election),
                "sk", AttributeValue.fromS(sortKey));
    }

    /** Returns an item as it is, empty if there is none. */
    static Map<String, AttributeValue> item(String table, String election, String sortKey) {
        return CLIENT.getItem(
                        get -> get.tableName(table).key(keys(election, sortKey)).consistentRead(true))
                .item();
    }

    /** Returns a number of an item that is there. */
    static long number(String table, String election, String sortKey, String attribute) {
        return Long.parseLong(
                Objects.requireNonNull(item(table, election, sortKey).get(attribute), attribute)
                        .n());
    }

    static void delete(String table, String election, String sortKey) {
        CLIENT.deleteItem(delete -> delete.tableName(table).key(keys(election, sortKey)));
    }

    /** Changes one attribute behind everybody's back, as a person would. */
    static void edit(String table, String election, String sortKey, String attribute, AttributeValue value) {
        CLIENT.updateItem(update -> update.tableName(table)
                .key(keys(election, sortKey))
                .updateExpression("SET #a = :a")
                .expressionAttributeNames(Map.of("#a", attribute))
                .expressionAttributeValues(Map.of(":a", value)));
    }
}
