package dev.tenure.fence.dynamodb;

import dev.tenure.store.dynamodb.LocalProcess;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A table for words and fences, on the server that the tests share. */
final class TestTable {
    static final String NAME = "fences";
    private static final LocalProcess SERVER = new LocalProcess();
    static final int PORT = SERVER.port();

    static {
        try (DynamoDbClient client = DynamoDbFencedSet.client(PORT)) {
            client.createTable(DynamoDbFence.in(NAME, "any").tableRequest());
        }
    }

    private TestTable() {}
}
