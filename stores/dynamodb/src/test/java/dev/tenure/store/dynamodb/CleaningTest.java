package dev.tenure.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.StoreTestSteps;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * DynamoDB's time to live, really: the local build cleans up after about ten seconds, the real one within days. On a
 * server of its own, because the local build stops cleaning some time after it has seen many tables.
 */
@Tag("server")
@Timeout(60)
class CleaningTest {

    @Test
    void theTableCleansLocksAwayAndLeavesTokens() {
        try (DynamoDbClient client = TestServer.client(TestServer.start());
                LeaseStore store = DynamoDbStore.on(client, "cleaned")
                        .createIfMissing(true)
                        .open()) {
            Lease lease = StoreTestSteps.elect(store, "a", "alice");
            client.updateItem(update -> update.tableName("cleaned")
                    .key(TestServer.keys("a", "LOCK"))
                    .updateExpression("SET #ttl = :past")
                    .expressionAttributeNames(Map.of("#ttl", "ttl"))
                    .expressionAttributeValues(Map.of(
                            ":past",
                            AttributeValue.fromN(
                                    Long.toString(StoreTestSteps.wall().getEpochSecond() - 60)))));

            StoreTestSteps.await(
                    "the lock was cleaned away",
                    () -> client.getItem(get -> get.tableName("cleaned").key(TestServer.keys("a", "LOCK")))
                            .item()
                            .isEmpty());

            assertThat(StoreTestSteps.unreadable(StoreTestSteps.inspect(store, "a"))
                            .lastToken())
                    .isEqualTo(lease.token());
            assertThat(StoreTestSteps.elect(store, "a", "bob").token()).isGreaterThan(lease.token());
        }
    }
}
