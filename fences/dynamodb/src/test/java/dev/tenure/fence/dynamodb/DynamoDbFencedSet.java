package dev.tenure.fence.dynamodb;

import dev.tenure.spi.FenceMark;
import dev.tenure.testkit.FencedSet;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Words in an item of DynamoDB; its address is the way of fencing, the name of the item, and the port. */
public final class DynamoDbFencedSet implements FencedSet {
    private static final AtomicInteger NAMES = new AtomicInteger();

    private final String address;
    private final DynamoDbClient client;
    private final String item;
    private final boolean itself;

    public DynamoDbFencedSet(String address) {
        this.address = address;
        String[] parts = address.split(" ", -1);
        this.itself = parts[0].equals("item");
        this.item = parts[1];
        this.client = client(Integer.parseInt(parts[2]));
    }

    static DynamoDbFencedSet create(String way) {
        return new DynamoDbFencedSet(way + " accounts-" + NAMES.incrementAndGet() + " " + TestTable.PORT);
    }

    /** Here and not in {@link TestTable}, which starts a server: processes of the test use that of the test. */
    static DynamoDbClient client(int port) {
        return DynamoDbClient.builder()
                .endpointOverride(URI.create("http://127.0.0.1:" + port))
                .region(Region.EU_CENTRAL_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }

    DynamoDbClient client() {
        return client;
    }

    DynamoDbFence fence() {
        return DynamoDbFence.in(TestTable.NAME, item + "-fence");
    }

    ItemFence itemFence() {
        return ItemFence.of(item);
    }

    Map<String, AttributeValue> key() {
        return Map.of("resource", AttributeValue.fromS(item));
    }

    Map<String, AttributeValue> read() {
        return client.getItem(get -> get.tableName(TestTable.NAME).key(key()).consistentRead(true))
                .item();
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public Set<String> words() {
        AttributeValue words = read().get("words");
        return words == null ? new TreeSet<>() : new TreeSet<>(words.ss());
    }

    @Override
    public void add(String election, long token, String word, Pause pause) throws Exception {
        Set<String> words = words();
        pause.run();
        words.add(word);
        if (itself) {
            itemFence().put(client, election, token, put(words));
        } else {
            fence().write(
                            client,
                            election,
                            token,
                            List.of(TransactWriteItem.builder()
                                    .put(put -> put.tableName(TestTable.NAME).item(item(words)))
                                    .build()));
        }
    }

    @Override
    public void addAfterCheck(String election, long token, String word, Pause pause) throws Exception {
        Optional<FenceMark> held = itself ? Attributes.OF_ITEM.mark(item, read()) : fence().mark(client);
        held.ifPresent(mark -> mark.requireAdmits(new FenceMark(item, election, token)));
        Set<String> words = words();
        pause.run();
        words.add(word);
        client.putItem(put(words));
    }

    private PutItemRequest put(Set<String> words) {
        return PutItemRequest.builder()
                .tableName(TestTable.NAME)
                .item(item(words))
                .build();
    }

    private Map<String, AttributeValue> item(Set<String> words) {
        return Map.of("resource", AttributeValue.fromS(item), "words", AttributeValue.fromSs(List.copyOf(words)));
    }

    @Override
    public FencedSet withoutMark() {
        if (itself) {
            client.deleteItem(delete -> delete.tableName(TestTable.NAME).key(key()));
        } else {
            fence().remove(client);
        }
        return this;
    }
}
