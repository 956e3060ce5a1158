package dev.tenure.store.dynamodb;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** DynamoDB Local with a table for elections, as a process that can be stopped. For chaos runs. */
public final class LocalProcess implements AutoCloseable {
    private static final String TABLE = "elections";

    private final int port;
    private final Process process;

    /** Starts the server and creates the table. */
    public LocalProcess() {
        try {
            this.port = TestServer.freePort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        this.process = TestServer.launch(port);
        try (DynamoDbClient client = TestServer.client(endpoint())) {
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
}
