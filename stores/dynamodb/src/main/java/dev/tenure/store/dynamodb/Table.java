package dev.tenure.store.dynamodb;

import dev.tenure.StoreException;
import dev.tenure.aws.ServiceClock;
import dev.tenure.aws.SingleCall;
import dev.tenure.spi.Deadline;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Makes the three calls to DynamoDB that elections need, each ended by its deadline. Thread-safe.
 *
 * <p>A write is sent once, even with a client that retries. Only a write that was cancelled because of another
 * transaction on the same item, and so had no effect, is sent again here, under a new request token.
 */
final class Table implements AutoCloseable {
    private static final int CONFLICT_TRIES = 6;
    private static final long CONFLICT_NANOS = 5_000_000;

    private final DynamoDbClient client;
    private final boolean owned;
    private final String name;
    private final ServiceClock clock;

    /** Creates access to one table; {@code owned} says whether to close the client with it. */
    Table(DynamoDbClient client, boolean owned, String name, ServiceClock clock) {
        this.client = client;
        this.owned = owned;
        this.name = name;
        this.clock = clock;
    }

    /** The items that did not fulfil their conditions in a refused transaction. */
    record Pair(Optional<Item> lock, Optional<Item> token) {}

    /** One conditional put or delete of an item. */
    record Change(Item item, ItemCondition condition, boolean deletes) {
        static Change put(Item item, ItemCondition condition) {
            return new Change(item, condition, false);
        }

        static Change delete(Item keys, ItemCondition condition) {
            return new Change(keys, condition, true);
        }
    }

    DynamoDbClient client() {
        return client;
    }

    String name() {
        return name;
    }

    ServiceClock clock() {
        return clock;
    }

    /** Returns the item by a consistent read. */
    Item read(String election, String sortKey, Deadline deadline) {
        deadline.requireLeft();
        try {
            Map<String, AttributeValue> keys = Item.of(election, sortKey).attributes();
            return new Item(timed(
                            deadline,
                            over -> client.getItem(get -> get.tableName(name)
                                    .key(keys)
                                    .consistentRead(true)
                                    .overrideConfiguration(over)))
                    .item());
        } catch (SdkException e) {
            throw DynamoDbErrors.INSTANCE.reading("reading " + election + " in " + name, e);
        }
    }

    /** Writes the attributes of the item on condition. Returns empty, or the item that did not fulfil the condition. */
    Optional<Item> update(String doing, Item item, ItemCondition condition, Deadline deadline) {
        ItemUpdate assignment = ItemUpdate.of(item, condition);
        return writing(doing, deadline, () -> {
            try {
                timed(
                        deadline,
                        over -> client.updateItem(update -> update.tableName(name)
                                .key(assignment.keys())
                                .updateExpression(assignment.expression())
                                .conditionExpression(condition.expression())
                                .expressionAttributeNames(assignment.names())
                                .expressionAttributeValues(assignment.values())
                                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                                .overrideConfiguration(over)));
                return Optional.empty();
            } catch (ConditionalCheckFailedException e) {
                return Optional.of(e.hasItem() ? new Item(e.item()) : Item.ABSENT);
            }
        });
    }

    /** Makes both changes, or neither. Returns null, or the items that did not fulfil their conditions. */
    @Nullable Pair write(String doing, Change lock, Change token, Deadline deadline) {
        Optional<Pair> refused = writing(doing, deadline, () -> {
            try {
                timed(
                        deadline,
                        over -> client.transactWriteItems(write -> write.transactItems(sent(lock), sent(token))
                                .clientRequestToken(UUID.randomUUID().toString())
                                .overrideConfiguration(over)));
                return Optional.empty();
            } catch (TransactionCanceledException e) {
                List<CancellationReason> reasons = e.cancellationReasons();
                if (reasons.size() != 2 || reasons.stream().noneMatch(DynamoDbErrors::isRefusal)) {
                    throw e;
                }
                return Optional.of(new Pair(found(reasons.get(0)), found(reasons.get(1))));
            }
        });
        return refused.orElse(null);
    }

    private static Optional<Item> found(CancellationReason reason) {
        return DynamoDbErrors.isRefusal(reason)
                ? Optional.of(reason.hasItem() ? new Item(reason.item()) : Item.ABSENT)
                : Optional.empty();
    }

    private TransactWriteItem sent(Change change) {
        ItemCondition condition = change.condition();
        TransactWriteItem.Builder item = TransactWriteItem.builder();
        if (change.deletes()) {
            item.delete(delete -> delete.tableName(name)
                    .key(change.item().attributes())
                    .conditionExpression(condition.expression())
                    .expressionAttributeNames(condition.names())
                    .expressionAttributeValues(valuesOrNull(condition))
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
        } else {
            item.put(put -> put.tableName(name)
                    .item(change.item().attributes())
                    .conditionExpression(condition.expression())
                    .expressionAttributeNames(condition.names())
                    .expressionAttributeValues(valuesOrNull(condition))
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
        }
        return item.build();
    }

    /** DynamoDB refuses an empty map. */
    private static @Nullable Map<String, AttributeValue> valuesOrNull(ItemCondition condition) {
        return condition.values().isEmpty() ? null : new HashMap<>(condition.values());
    }

    /** Sends a write, again while another transaction is under way: then nothing was written. */
    private <T> Optional<T> writing(String doing, Deadline deadline, Supplier<Optional<T>> write) {
        for (int tries = 1; ; tries++) {
            deadline.requireLeft();
            try {
                return write.get();
            } catch (SdkException e) {
                StoreException failure = DynamoDbErrors.INSTANCE.writing(doing + " in " + name, e);
                if (!DynamoDbErrors.INSTANCE.isConflict(e) || tries >= CONFLICT_TRIES) {
                    throw failure;
                }
            }
            LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(CONFLICT_NANOS * tries));
        }
    }

    /** Makes a call that is sent once and ends by the deadline; its answer sets the clock. */
    <T extends DynamoDbResponse> T timed(Deadline deadline, Function<AwsRequestOverrideConfiguration, T> call) {
        return SingleCall.by(deadline, clock, call);
    }

    @Override
    public void close() {
        if (owned) {
            client.close();
        }
    }
}
