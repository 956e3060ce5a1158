package dev.tenure.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.aws.Shardcoordinator;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** What the documentation shows is compiled here, and run. */
@Tag("server")
@Timeout(60)
class DocumentedUseTest {
    private final CountDownLatch shutdown = new CountDownLatch(1);

    private void runPayroll(long token) {
        assertThat(token).isPositive();
        shutdown.countDown();
    }

    @Test
    void theStoreIsOpenedAsThePageShows() throws InterruptedException {
        DynamoDbClient client = TestServer.CLIENT;
        // snippet: open
        DynamoDbStore store = DynamoDbStore.on(client, "tenure") // the application's own client
                .createIfMissing(true) // false unless said otherwise
                .open();
        try (Candidate node = Candidate.on(store).closingStore().named("node-7").start()) {
            Election payroll = node.stand("payroll");
            payroll.leadEvery(Duration.ofMinutes(5), term -> runPayroll(term.token()));
            shutdown.await(); // until this process is to end
        } // the work is stopped, then the lease released
        // end
        assertThat(shutdown.getCount()).isZero();
    }

    @Test
    void theStoreIsSharedAsThePageShows() {
        DynamoDbClient client = TestServer.CLIENT;
        // snippet: shared
        DynamoDbStore store = DynamoDbStore.on(client, "coordination-table")
                .sharedWith(Shardcoordinator.of(Duration.ofSeconds(15), Duration.ofSeconds(5))) // as its nodes have it
                .open();
        // end
        assertThat(store.takeoverDelay().afterExpiry()).isEqualTo(Duration.ofSeconds(7));
    }
}
