package dev.tenure.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.aws.Shardcoordinator;
import dev.tenure.testkit.Given;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What the documentation shows is compiled here, and run. */
@Timeout(60)
class DocumentedUseTest {

    @Test
    void theStoreIsOpenedAsThePageShows() throws InterruptedException {
        DynamoDbClient client = TestServer.CLIENT;
        // snippet: open
        DynamoDbStore store = DynamoDbStore.on(client, "tenure") // the application's own client
                .createTable(true) // false unless said otherwise
                .open();
        try (Candidate node = Candidate.on(store).named("node-7").start()) {
            Election payroll = node.stand("payroll");
            payroll.lead(term -> runPayroll(term.token()));
            // end
            assertThat(payroll.awaitLeadership(Given.LIMIT)).isPresent();
        }
    }

    @Test
    void theStoreIsSharedAsThePageShows() {
        DynamoDbClient client = TestServer.CLIENT;
        // snippet: shared
        DynamoDbStore store = DynamoDbStore.on(client, "coordination-table")
                .sharedWith(Shardcoordinator.of(Duration.ofSeconds(15), Duration.ofSeconds(5))) // as its nodes have it
                .open();
        // end
        assertThat(store.grace().afterExpiry()).isEqualTo(Duration.ofSeconds(7));
    }

    private static void runPayroll(long token) {
        assertThat(token).isPositive();
    }
}
