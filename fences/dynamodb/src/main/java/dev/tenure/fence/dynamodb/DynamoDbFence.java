package dev.tenure.fence.dynamodb;

import static java.util.Objects.requireNonNull;

import dev.tenure.StaleTokenException;
import dev.tenure.Term;
import dev.tenure.spi.FenceMark;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * Guards items of DynamoDB, in any tables of one region: a transaction with the {@link #check} of this fence is done
 * only if no later term wrote before. The fence is an item of a table of its own. Immutable and thread-safe; the client
 * is the caller's.
 */
public final class DynamoDbFence {
    private static final String RESOURCE = "resource";
    private static final String REFUSED = "ConditionalCheckFailed";

    private final String table;
    private final String resource;

    private DynamoDbFence(String table, String resource) {
        this.table = requireNonNull(table, "table");
        this.resource = requireNonNull(resource, "resource");
    }

    /** Returns the fence of a resource, an item of that name in the table. */
    public static DynamoDbFence in(String table, String resource) {
        return new DynamoDbFence(table, resource);
    }

    /** Returns the request that creates the table: its partition key is the text {@code resource}. */
    public CreateTableRequest tableRequest() {
        return CreateTableRequest.builder()
                .tableName(table)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(KeySchemaElement.builder()
                        .attributeName(RESOURCE)
                        .keyType(KeyType.HASH)
                        .build())
                .attributeDefinitions(AttributeDefinition.builder()
                        .attributeName(RESOURCE)
                        .attributeType(ScalarAttributeType.S)
                        .build())
                .build();
    }

    /**
     * Returns the item that puts this fence into a transaction: it compares the token and raises that of the fence. If
     * the transaction is cancelled, {@link #requireAdmitted} tells whether the fence did it.
     */
    public TransactWriteItem check(Term term) {
        return check(term.election(), term.token());
    }

    /** Does the same for a program that has no term, such as a command that was given {@code TENURE_TOKEN}. */
    public TransactWriteItem check(String election, long token) {
        FenceMark write = new FenceMark(resource, election, token);
        Expressions fence = new Expressions(Attributes.OF_FENCE);
        return TransactWriteItem.builder()
                .update(update -> update.tableName(table)
                        .key(key())
                        .updateExpression("SET " + fence.assignments())
                        .conditionExpression(fence.condition())
                        .expressionAttributeNames(fence.names())
                        .expressionAttributeValues(Expressions.values(write))
                        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD))
                .build();
    }

    /**
     * Writes the items under this fence, in one transaction.
     *
     * @throws StaleTokenException if a later term wrote; nothing was written
     * @throws IllegalStateException if the fence belongs to another election; nothing was written
     * @throws TransactionCanceledException if the transaction was cancelled for another reason, such as a conflict
     */
    public void write(DynamoDbClient client, Term term, List<TransactWriteItem> items) {
        write(client, term.election(), term.token(), items);
    }

    /** Does the same for a program that has no term, such as a command that was given {@code TENURE_TOKEN}. */
    public void write(DynamoDbClient client, String election, long token, List<TransactWriteItem> items) {
        List<TransactWriteItem> all = new ArrayList<>(List.of(check(election, token)));
        all.addAll(items);
        try {
            client.transactWriteItems(request -> request.transactItems(all));
        } catch (TransactionCanceledException e) {
            requireAdmitted(e, election, token);
            throw e;
        }
    }

    /**
     * Throws what {@link #write} does if it was this fence that cancelled the transaction, and returns if it was not.
     */
    public void requireAdmitted(TransactionCanceledException cancelled, Term term) {
        requireAdmitted(cancelled, term.election(), term.token());
    }

    /** Does the same for a program that has no term, such as a command that was given {@code TENURE_TOKEN}. */
    public void requireAdmitted(TransactionCanceledException cancelled, String election, long token) {
        FenceMark write = new FenceMark(resource, election, token);
        for (CancellationReason reason : cancelled.cancellationReasons()) {
            if (REFUSED.equals(reason.code())
                    && AttributeValue.fromS(resource).equals(reason.item().get(RESOURCE))) {
                Attributes.OF_FENCE.mark(resource, reason.item()).ifPresent(held -> held.requireAdmits(write));
            }
        }
    }

    /** Returns what the fence remembers, or empty if nobody has written. An answer of this moment, and no check. */
    public Optional<FenceMark> mark(DynamoDbClient client) {
        Map<String, AttributeValue> item = client.getItem(
                        get -> get.tableName(table).key(key()).consistentRead(true))
                .item();
        return Attributes.OF_FENCE.mark(resource, item);
    }

    /** Forgets the highest token: the next write creates the fence again. For resources that are no longer guarded. */
    public void remove(DynamoDbClient client) {
        client.deleteItem(delete -> delete.tableName(table).key(key()));
    }

    private Map<String, AttributeValue> key() {
        return Map.of(RESOURCE, AttributeValue.fromS(resource));
    }

    @Override
    public String toString() {
        return "fence of '" + resource + "' in table " + table;
    }
}
