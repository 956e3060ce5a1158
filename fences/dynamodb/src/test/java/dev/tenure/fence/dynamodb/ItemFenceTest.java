package dev.tenure.fence.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tenure.StaleTokenException;
import dev.tenure.testkit.FenceContract;
import dev.tenure.testkit.FencedSet;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The fence as a condition on the item that is written. */
@Tag("server")
class ItemFenceTest extends FenceContract {
    @Override
    protected FencedSet newSet() {
        return DynamoDbFencedSet.create("item");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SET #set = :one",
                "ADD balance :one",
                "ADD balance :one SET #set = :one",
                "remove former set #set = :one"
            })
    void updateIsGuardedWhateverItsExpression(String expression) {
        DynamoDbFencedSet set = DynamoDbFencedSet.create("item");
        set.itemFence().update(set.client(), "payroll", 2, update(set, expression, null));

        assertThat(set.read())
                .containsKey("tenure_token")
                .containsAnyOf(
                        Map.entry("balance", AttributeValue.fromN("1")),
                        Map.entry("settled", AttributeValue.fromN("1")));
        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> set.itemFence().update(set.client(), "payroll", 1, update(set, expression, null)));
    }

    @Test
    void conditionOfTheUserMustHoldToo() {
        DynamoDbFencedSet set = DynamoDbFencedSet.create("item");
        UpdateItemRequest ifPresent = update(set, "SET #set = :one", "attribute_exists(words) OR attribute_exists(x)");

        assertThatExceptionOfType(ConditionalCheckFailedException.class)
                .isThrownBy(() -> set.itemFence().update(set.client(), "payroll", 1, ifPresent));
        assertThat(set.read()).isEmpty();
    }

    private static UpdateItemRequest update(
            DynamoDbFencedSet set, String expression, @org.jspecify.annotations.Nullable String condition) {
        return UpdateItemRequest.builder()
                .tableName(TestTable.NAME)
                .key(set.key())
                .updateExpression(expression)
                .conditionExpression(condition)
                .expressionAttributeNames(expression.contains("#set") ? Map.of("#set", "settled") : Map.of())
                .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1")))
                .build();
    }
}
