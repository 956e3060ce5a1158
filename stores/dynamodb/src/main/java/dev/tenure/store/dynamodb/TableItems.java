package dev.tenure.store.dynamodb;

import dev.tenure.spi.Deadline;
import dev.tenure.store.support.ItemStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * Keeps rosters, requests and history as items of the table, beside those of the elections. Thread-safe.
 *
 * <p>A folder is a partition, and a key the sort key in it. Listings are eventually consistent, which costs half:
 * nothing is decided by them.
 */
final class TableItems implements ItemStore {
    /** No election has such a partition: those begin with {@link Attributes#PARTITION_PREFIX}. */
    static final String PARTITION_PREFIX = "TENURE#";

    static final String CONTENT = "content";

    private final Table table;

    TableItems(Table table) {
        this.table = table;
    }

    private static Map<String, AttributeValue> keys(String folder, String key) {
        return Map.of(
                Attributes.PARTITION_KEY, Item.text(PARTITION_PREFIX + folder), Attributes.SORT_KEY, Item.text(key));
    }

    private Map<String, AttributeValue> item(String folder, String key, String content, Duration keptFor) {
        Map<String, AttributeValue> item = new HashMap<>(keys(folder, key));
        item.put(CONTENT, Item.text(content));
        item.put(Attributes.END, Item.number(table.clock().atMostMillis() / 1_000 + keptFor.toSeconds()));
        return item;
    }

    @Override
    public void put(String folder, String key, String content, Duration keptFor, Deadline deadline) {
        writing("writing " + folder, deadline, () -> {
            Map<String, AttributeValue> item = item(folder, key, content, keptFor);
            return table.timed(
                    deadline,
                    over -> table.client()
                            .putItem(put ->
                                    put.tableName(table.name()).item(item).overrideConfiguration(over)));
        });
    }

    @Override
    public boolean putIfAbsent(String folder, String key, String content, Duration keptFor, Deadline deadline) {
        return writing("adding to " + folder, deadline, () -> {
            Map<String, AttributeValue> item = item(folder, key, content, keptFor);
            ItemCondition absent = ItemCondition.absent();
            try {
                table.timed(
                        deadline,
                        over -> table.client()
                                .putItem(put -> put.tableName(table.name())
                                        .item(item)
                                        .conditionExpression(absent.expression())
                                        .expressionAttributeNames(absent.names())
                                        .overrideConfiguration(over)));
                return true;
            } catch (ConditionalCheckFailedException e) {
                return false;
            }
        });
    }

    @Override
    public Optional<String> get(String folder, String key, Deadline deadline) {
        return reading("reading " + folder, deadline, () -> {
            Map<String, AttributeValue> found = table.timed(
                            deadline,
                            over -> table.client()
                                    .getItem(get -> get.tableName(table.name())
                                            .key(keys(folder, key))
                                            .consistentRead(true)
                                            .overrideConfiguration(over)))
                    .item();
            return Optional.ofNullable(content(found));
        });
    }

    private static @Nullable String content(Map<String, AttributeValue> item) {
        AttributeValue content = item.get(CONTENT);
        return content == null ? null : content.s();
    }

    @Override
    public List<Listed> list(String folder, Deadline deadline) {
        List<Listed> listed = new ArrayList<>();
        Map<String, AttributeValue> from = Map.of();
        do {
            QueryResponse page = page(folder, from, deadline);
            for (Map<String, AttributeValue> item : page.items()) {
                AttributeValue key = item.get(Attributes.SORT_KEY);
                String content = content(item);
                if (key != null && content != null) {
                    listed.add(new Listed(key.s(), "", content));
                }
            }
            from = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : Map.of();
        } while (!from.isEmpty());
        return listed;
    }

    private QueryResponse page(String folder, Map<String, AttributeValue> from, Deadline deadline) {
        return reading(
                "listing " + folder,
                deadline,
                () -> table.timed(
                        deadline,
                        over -> table.client()
                                .query(query -> query.tableName(table.name())
                                        .keyConditionExpression("#p = :p")
                                        .expressionAttributeNames(Map.of("#p", Attributes.PARTITION_KEY))
                                        .expressionAttributeValues(Map.of(":p", Item.text(PARTITION_PREFIX + folder)))
                                        .exclusiveStartKey(from.isEmpty() ? null : from)
                                        .overrideConfiguration(over))));
    }

    @Override
    public void delete(String folder, String key, Deadline deadline) {
        writing(
                "removing from " + folder,
                deadline,
                () -> table.timed(
                        deadline,
                        over -> table.client()
                                .deleteItem(delete -> delete.tableName(table.name())
                                        .key(keys(folder, key))
                                        .overrideConfiguration(over))));
    }

    private <T> T reading(String doing, Deadline deadline, Supplier<T> call) {
        deadline.requireLeft();
        try {
            return call.get();
        } catch (SdkException e) {
            throw DynamoDbErrors.INSTANCE.reading(doing + " in " + table.name(), e);
        }
    }

    private <T> T writing(String doing, Deadline deadline, Supplier<T> call) {
        deadline.requireLeft();
        try {
            return call.get();
        } catch (SdkException e) {
            throw DynamoDbErrors.INSTANCE.writing(doing + " in " + table.name(), e);
        }
    }
}
