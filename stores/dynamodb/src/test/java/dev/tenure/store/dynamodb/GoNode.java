package dev.tenure.store.dynamodb;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/**
 * What a node of shardcoordinator sends, request for request: the same keys, attributes and conditions, and its own
 * clock, in whole seconds.
 *
 * @param table the table
 * @param shard the id of the shard
 * @param owner its owner id
 */
record GoNode(String table, String shard, String owner) {
    private static final Map<String, String> ALIAS = Map.of("#t", "ttl");

    /** Takes a lock that is absent or has run out by its clock; replaces the whole item. */
    boolean acquire(long now, long lease) {
        Map<String, AttributeValue> item = Map.of(
                "pk", AttributeValue.fromS("SHARD#" + shard),
                "sk", AttributeValue.fromS("LOCK"),
                "ownerId", AttributeValue.fromS(owner),
                "ttl", number(now + lease));
        return succeeds(() -> TestServer.CLIENT.putItem(put -> put.tableName(table)
                .item(item)
                .conditionExpression("attribute_not_exists(pk) OR (attribute_exists(pk) AND #t < :now)")
                .expressionAttributeNames(ALIAS)
                .expressionAttributeValues(Map.of(":now", number(now)))));
    }

    /** Sets another end if it still owns the lock, and that has not run out by its clock. */
    boolean renew(long now, long lease) {
        return succeeds(() -> TestServer.CLIENT.updateItem(update -> update.tableName(table)
                .key(TestServer.keys(shard, "LOCK"))
                .updateExpression("SET #t = :end")
                .conditionExpression("ownerId = :me AND #t >= :now")
                .expressionAttributeNames(ALIAS)
                .expressionAttributeValues(
                        Map.of(":end", number(now + lease), ":me", AttributeValue.fromS(owner), ":now", number(now)))));
    }

    /** Deletes the lock if it owns it, whatever the time. */
    boolean release() {
        return succeeds(() -> TestServer.CLIENT.deleteItem(delete -> delete.tableName(table)
                .key(TestServer.keys(shard, "LOCK"))
                .conditionExpression("ownerId = :me")
                .expressionAttributeValues(Map.of(":me", AttributeValue.fromS(owner)))));
    }

    private static AttributeValue number(long value) {
        return AttributeValue.fromN(Long.toString(value));
    }

    private static boolean succeeds(Runnable call) {
        try {
            call.run();
            return true;
        } catch (ConditionalCheckFailedException e) {
            return false;
        }
    }
}
