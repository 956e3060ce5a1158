package dev.tenure.store.dynamodb;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/**
 * Creates the table if it is missing: on demand, with the keys of shardcoordinator, and with time to live by
 * {@code ttl}.
 */
final class TableCreator {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(250);

    private final Table table;
    private final Deadline deadline;

    TableCreator(Table table, TimeSource time) {
        this.table = table;
        this.deadline = Deadline.after(time, LIMIT);
    }

    /** Returns when the table can be used. An existing table is not changed. */
    void makeIfMissing() {
        String doing = "creating the table " + table.name();
        try {
            if (isMissing()) {
                boolean made = make();
                awaitActive(doing);
                if (made) {
                    cleanByEnd();
                }
            } else {
                awaitActive(doing);
            }
        } catch (SdkException e) {
            throw DynamoDbErrors.INSTANCE.writing(doing, e);
        }
    }

    private boolean isMissing() {
        try {
            status();
            return false;
        } catch (ResourceNotFoundException e) {
            return true;
        }
    }

    private TableStatus status() {
        return table.timed(
                        deadline,
                        over -> table.client()
                                .describeTable(describe ->
                                        describe.tableName(table.name()).overrideConfiguration(over)))
                .table()
                .tableStatus();
    }

    /** Tells whether the table was created here, and not by another process at the same time. */
    private boolean make() {
        try {
            table.timed(
                    deadline,
                    over -> table.client()
                            .createTable(create -> create.tableName(table.name())
                                    .billingMode(BillingMode.PAY_PER_REQUEST)
                                    .keySchema(
                                            key(Attributes.PARTITION_KEY, KeyType.HASH),
                                            key(Attributes.SORT_KEY, KeyType.RANGE))
                                    .attributeDefinitions(text(Attributes.PARTITION_KEY), text(Attributes.SORT_KEY))
                                    .overrideConfiguration(over)));
            return true;
        } catch (ResourceInUseException e) {
            return false;
        }
    }

    private void awaitActive(String doing) {
        while (!isActive()) {
            if (deadline.hasPassed() || Thread.currentThread().isInterrupted()) {
                throw new StoreException(
                        Kind.UNREACHABLE,
                        doing + " failed: it is not active after " + LIMIT
                                + ": look at it in the console, and open the store again");
            }
            LockSupport.parkNanos(LOOK_AGAIN.toNanos());
        }
    }

    private boolean isActive() {
        try {
            TableStatus status = status();
            return status == TableStatus.ACTIVE || status == TableStatus.UPDATING;
        } catch (ResourceNotFoundException e) {
            return false; // just created, and not yet known everywhere
        }
    }

    private void cleanByEnd() {
        table.timed(
                deadline,
                over -> table.client()
                        .updateTimeToLive(update -> update.tableName(table.name())
                                .timeToLiveSpecification(clean ->
                                        clean.attributeName(Attributes.END).enabled(true))
                                .overrideConfiguration(over)));
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
}
