package dev.tenure.store.route53;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.aws.Shardcoordinator;
import dev.tenure.spi.LeaseStore;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.route53.Route53Client;

/** What the documentation shows is compiled here, and tried. */
@Timeout(60)
class DocumentedUseTest extends TestZone {
    private final CountDownLatch shutdown = new CountDownLatch(1);

    private void runPayroll(long token) {
        assertThat(token).isPositive();
        shutdown.countDown();
    }

    @Test
    void theStoreIsOpenedAsThePageShows() throws InterruptedException {
        // snippet: open
        Route53Store store = Route53Store.on(client, "Z1234567890ABC", "example.com") // the application's own client
                .prefix("lock") // lock.payroll.example.com; this is the default
                .open();
        try (Candidate node = Candidate.on(store).closingStore().named("node-7").start()) {
            Election payroll = node.stand("payroll");
            payroll.leadEvery(Duration.ofMinutes(5), term -> runPayroll(term.token()));
            shutdown.await(); // until this process is to end
        } // the work is stopped, then the lease released
        // end
        assertThat(server.takeActions()).containsOnly("ListResourceRecordSets", "ChangeResourceRecordSets");
    }

    static LeaseStore shared(Route53Client client) {
        // snippet: shared
        Route53Store store = Route53Store.on(client, "Z1234567890ABC", "example.com")
                .sharedWith(Shardcoordinator.of(Duration.ofSeconds(15), Duration.ofSeconds(5))) // as its nodes have it
                .open();
        // end
        return store;
    }

    @Test
    void itIsSharedAsThePageShows() {
        assertThat(shared(client).takeoverDelay().afterExpiry()).isEqualTo(Duration.ofSeconds(7));
    }
}
