package dev.tenure.fence.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tenure.StaleTokenException;
import dev.tenure.Term;
import dev.tenure.testkit.FenceContract;
import dev.tenure.testkit.FencedSet;
import dev.tenure.testkit.ManualElection;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** The fence as one more item of a transaction. */
@Tag("server")
class DynamoDbFenceTest extends FenceContract {
    @Override
    protected FencedSet newSet() {
        return DynamoDbFencedSet.create("transaction");
    }

    @Test
    void transactionOfTheUserSaysWhetherTheFenceCancelledIt() {
        DynamoDbFencedSet set = DynamoDbFencedSet.create("transaction");
        try (ManualElection payroll = new ManualElection("payroll")) {
            Term first = payroll.acquire().orElseThrow();
            payroll.lose("paused");
            Term second = payroll.acquire().orElseThrow();
            set.fence().write(set.client(), second, List.of());

            assertThatExceptionOfType(TransactionCanceledException.class)
                    .isThrownBy(() -> set.client()
                            .transactWriteItems(request ->
                                    request.transactItems(put(set), set.fence().check(first))))
                    .satisfies(cancelled -> assertThatExceptionOfType(StaleTokenException.class)
                            .isThrownBy(() -> set.fence().requireAdmitted(cancelled, first)));
            assertThat(set.words()).isEmpty();
        }
    }

    @Test
    void conditionOfTheUserIsNotTakenForTheFence() {
        DynamoDbFencedSet set = DynamoDbFencedSet.create("transaction");
        TransactWriteItem impossible = TransactWriteItem.builder()
                .conditionCheck(check ->
                        check.tableName(TestTable.NAME).key(set.key()).conditionExpression("attribute_exists(words)"))
                .build();

        assertThatExceptionOfType(TransactionCanceledException.class)
                .isThrownBy(() -> set.fence().write(set.client(), "payroll", 1, List.of(impossible)));
        assertThat(set.fence().mark(set.client()))
                .as("rolled back with the rest")
                .isEmpty();
    }

    @Test
    void removedFenceIsCreatedAgain() {
        DynamoDbFencedSet set = DynamoDbFencedSet.create("transaction");
        set.fence().write(set.client(), "payroll", 5, List.of());
        set.fence().remove(set.client());

        set.fence().write(set.client(), "billing", 1, List.of(put(set)));
        assertThat(set.words()).containsExactly("word");
    }

    private static TransactWriteItem put(DynamoDbFencedSet set) {
        return TransactWriteItem.builder()
                .update(update -> update.tableName(TestTable.NAME)
                        .key(set.key())
                        .updateExpression("SET words = :words")
                        .expressionAttributeValues(java.util.Map.of(":words", AttributeValue.fromSs(List.of("word")))))
                .build();
    }
}
