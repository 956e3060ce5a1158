package dev.tenure.store.dynamodb;

import dev.tenure.aws.contract.ShardcoordinatorNode;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;

/**
 * A node of shardcoordinator on DynamoDB: sends the same keys, attributes and conditions.
 *
 * @param table the table
 * @param shard the id of the shard
 * @param owner its owner id
 */
record DynamoDbNode(String table, String shard, String owner) implements ShardcoordinatorNode {
    private static final Map<String, String> ALIAS = Map.of("#t", "ttl");

    /** Replaces the whole item. */
    @Override
    public boolean acquire(long now, long lease) {
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

    @Override
    public boolean renew(long now, long lease) {
        return succeeds(() -> TestServer.CLIENT.updateItem(update -> update.tableName(table)
                .key(TestServer.keys(shard, "LOCK"))
                .updateExpression("SET #t = :end")
                .conditionExpression("ownerId = :me AND #t >= :now")
                .expressionAttributeNames(ALIAS)
                .expressionAttributeValues(
                        Map.of(":end", number(now + lease), ":me", AttributeValue.fromS(owner), ":now", number(now)))));
    }

    @Override
    public boolean release() {
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
