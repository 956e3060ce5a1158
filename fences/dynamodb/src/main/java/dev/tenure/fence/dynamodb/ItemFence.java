package dev.tenure.fence.dynamodb;

import static java.util.Objects.requireNonNull;

import dev.tenure.StaleTokenException;
import dev.tenure.Term;
import dev.tenure.spi.FenceMark;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * Guards one item of DynamoDB by a condition on the item itself: no second item, no transaction, no further cost. The
 * item keeps the mark in the attributes {@code tenure_election} and {@code tenure_token}. Immutable and thread-safe.
 *
 * <p>An item that is deleted forgets its mark. Where leaders delete, use {@link DynamoDbFence}.
 */
public final class ItemFence {
    /** The word that begins the assignments of an update, and not part of a name or a placeholder. */
    private static final Pattern SET = Pattern.compile("(?i)(?<![#:.\\w])SET(?!\\w)");

    private final String resource;
    private final Expressions fence = new Expressions(Attributes.OF_ITEM);

    private ItemFence(String resource) {
        this.resource = requireNonNull(resource, "resource");
    }

    /** Returns the fence of an item, which messages call by this name. */
    public static ItemFence of(String resource) {
        return new ItemFence(resource);
    }

    /**
     * Puts an item, with this term's token in it, if no later term wrote to it before.
     *
     * @param request may have a condition of its own, which must hold, too
     * @throws StaleTokenException if a later term wrote; nothing was written
     * @throws IllegalStateException if the item belongs to another election; nothing was written
     * @throws ConditionalCheckFailedException if the request's own condition does not hold
     */
    public PutItemResponse put(DynamoDbClient client, Term term, PutItemRequest request) {
        return put(client, term.election(), term.token(), request);
    }

    /** Does the same for a program that has no term, such as a command that was given {@code TENURE_TOKEN}. */
    public PutItemResponse put(DynamoDbClient client, String election, long token, PutItemRequest request) {
        FenceMark write = new FenceMark(resource, election, token);
        Map<String, AttributeValue> item = new HashMap<>(request.item());
        item.put(Attributes.OF_ITEM.election(), AttributeValue.fromS(election));
        item.put(Attributes.OF_ITEM.token(), AttributeValue.fromN(Long.toString(token)));
        try {
            return client.putItem(request.toBuilder()
                    .item(item)
                    .conditionExpression(condition(request.conditionExpression()))
                    .expressionAttributeNames(merged(request.expressionAttributeNames(), fence.names()))
                    .expressionAttributeValues(merged(request.expressionAttributeValues(), Expressions.values(write)))
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                    .build());
        } catch (ConditionalCheckFailedException e) {
            throw translated(e, write);
        }
    }

    /** Updates an item as {@link #put} puts one: its update expression then sets the token as well. */
    public UpdateItemResponse update(DynamoDbClient client, Term term, UpdateItemRequest request) {
        return update(client, term.election(), term.token(), request);
    }

    /** Does the same for a program that has no term, such as a command that was given {@code TENURE_TOKEN}. */
    public UpdateItemResponse update(DynamoDbClient client, String election, long token, UpdateItemRequest request) {
        FenceMark write = new FenceMark(resource, election, token);
        try {
            return client.updateItem(request.toBuilder()
                    .updateExpression(assignment(request.updateExpression()))
                    .conditionExpression(condition(request.conditionExpression()))
                    .expressionAttributeNames(merged(request.expressionAttributeNames(), fence.names()))
                    .expressionAttributeValues(merged(request.expressionAttributeValues(), Expressions.values(write)))
                    .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                    .build());
        } catch (ConditionalCheckFailedException e) {
            throw translated(e, write);
        }
    }

    /** The SDK has null for an expression that was not given. */
    @SuppressWarnings("NullAway")
    private String condition(String own) {
        return own == null ? fence.condition() : "(" + own + ") AND " + fence.condition();
    }

    @SuppressWarnings("NullAway") // as above
    private String assignment(String own) {
        if (own == null) {
            return "SET " + fence.assignments();
        }
        Matcher set = SET.matcher(own);
        return set.find()
                ? own.substring(0, set.end()) + " " + fence.assignments() + "," + own.substring(set.end())
                : own + " SET " + fence.assignments();
    }

    private static <V> Map<String, V> merged(Map<String, V> own, Map<String, V> further) {
        Map<String, V> all = new HashMap<>(own);
        all.putAll(further);
        return all;
    }

    /** Returns the failure to throw: that of the fence if it was the fence that refused, else the request's own. */
    private RuntimeException translated(ConditionalCheckFailedException failure, FenceMark write) {
        Attributes.OF_ITEM.mark(resource, failure.item()).ifPresent(held -> held.requireAdmits(write));
        return failure;
    }

    @Override
    public String toString() {
        return "fence of item '" + resource + "'";
    }
}
