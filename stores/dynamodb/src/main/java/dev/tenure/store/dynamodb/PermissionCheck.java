package dev.tenure.store.dynamodb;

import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** Checks which calls of elections are allowed, without changing anything. */
final class PermissionCheck {
    private static final String SUBJECT = "permissions";
    private static final Map<String, AttributeValue> NOBODYS =
            Item.of("", Attributes.LOCK).attributes();

    private final Table table;

    /** One call that elections make. */
    private interface Call {
        DynamoDbResponse make(AwsRequestOverrideConfiguration over);
    }

    PermissionCheck(Table table) {
        this.table = table;
    }

    /** Adds the check results for allowed and refused calls. */
    void tryOut(Deadline deadline, List<CheckResult> findings) {
        DynamoDbClient client = table.client();
        ItemCondition never = ItemCondition.impossible();
        List<String> denied = new ArrayList<>();
        attempt(
                "GetItem",
                deadline,
                denied,
                over -> client.getItem(get -> get.tableName(table.name())
                        .key(NOBODYS)
                        .consistentRead(true)
                        .overrideConfiguration(over)));
        attempt(
                "PutItem",
                deadline,
                denied,
                over -> client.putItem(put -> put.tableName(table.name())
                        .item(NOBODYS)
                        .conditionExpression(never.expression())
                        .expressionAttributeNames(never.names())
                        .overrideConfiguration(over)));
        attempt(
                "UpdateItem",
                deadline,
                denied,
                over -> client.updateItem(update -> update.tableName(table.name())
                        .key(NOBODYS)
                        .conditionExpression(never.expression())
                        .expressionAttributeNames(never.names())
                        .overrideConfiguration(over)));
        attempt(
                "DeleteItem",
                deadline,
                denied,
                over -> client.deleteItem(delete -> delete.tableName(table.name())
                        .key(NOBODYS)
                        .conditionExpression(never.expression())
                        .expressionAttributeNames(never.names())
                        .overrideConfiguration(over)));
        findings.add(
                denied.isEmpty()
                        ? CheckResult.ok(SUBJECT, "GetItem, PutItem, UpdateItem and DeleteItem are allowed")
                        : CheckResult.fail(
                                SUBJECT,
                                String.join(", ", denied) + " on " + table.name() + " is not allowed",
                                "allow dynamodb:" + String.join(", dynamodb:", denied) + " on the table"));
    }

    /** Adds a warning if what is kept beside the leases cannot be listed: elections do without. */
    void tryListing(Deadline deadline, List<CheckResult> findings) {
        List<String> denied = new ArrayList<>();
        attempt(
                "Query",
                deadline,
                denied,
                over -> table.client()
                        .query(query -> query.tableName(table.name())
                                .limit(1)
                                .keyConditionExpression("#p = :p")
                                .expressionAttributeNames(Map.of("#p", Attributes.PARTITION_KEY))
                                .expressionAttributeValues(Map.of(":p", Item.text(TableItems.PARTITION_PREFIX)))
                                .overrideConfiguration(over)));
        if (!denied.isEmpty()) {
            findings.add(CheckResult.warn(
                    SUBJECT,
                    "Query on " + table.name() + " is not allowed: there is no roster, no requests and no history",
                    "allow dynamodb:Query on the table, or set leases-only=true"));
        }
    }

    private void attempt(String action, Deadline deadline, List<String> denied, Call call) {
        deadline.requireLeft();
        try {
            table.timed(deadline, call::make);
        } catch (ConditionalCheckFailedException e) {
            return; // it would have been allowed
        } catch (SdkException e) {
            if (!isDenied(e)) {
                throw DynamoDbErrors.INSTANCE.reading("trying " + action + " on " + table.name(), e);
            }
            denied.add(action);
        }
    }

    static boolean isDenied(SdkException cause) {
        return cause instanceof AwsServiceException answer
                && answer.awsErrorDetails() != null
                && "AccessDeniedException".equals(answer.awsErrorDetails().errorCode());
    }
}
