package dev.tenure.store.dynamodb;

import dev.tenure.testkit.ServerPorts;
import dev.tenure.testkit.StoreTestSteps;
import java.net.URI;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
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
        int port = ServerPorts.free();
        LocalProcess.launch(port);
        return URI.create("http://127.0.0.1:" + port);
    }

    /** Makes each call once: the first of a process takes as long as hundreds of others, and leases here are short. */
    private static void warmUp() {
        DynamoDbStore store = DynamoDbStore.on(CLIENT, newTable()).open();
        StoreTestSteps.release(store, StoreTestSteps.renew(store, StoreTestSteps.elect(store, "first", "alice")));
    }

    /** Returns a client as the provider makes it, for the server at this address. */
    static DynamoDbClient client(URI endpoint) {
        return LocalProcess.client(endpoint);
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
