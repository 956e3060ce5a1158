package dev.tenure.store.route53;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.aws.Shardcoordinator;
import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.Given;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.route53.Route53Client;

/** What the documentation shows is compiled here, and tried. */
@Timeout(60)
class DocumentedUseTest extends Fixture {

    @Test
    void theStoreIsOpenedAsThePageShows() throws InterruptedException {
        // snippet: open
        Route53Store store = Route53Store.on(client, "Z1234567890ABC", "example.com") // the application's own client
                .prefix("lock") // lock.payroll.example.com; the same unless said otherwise
                .open();
        try (Candidate node = Candidate.on(store).named("node-7").start()) {
            Election payroll = node.stand("payroll");
            payroll.lead(term -> runPayroll(term.token()));
            // end
            assertThat(payroll.awaitLeadership(Given.LIMIT)).isPresent();
        }
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
        assertThat(shared(client).grace().afterExpiry()).isEqualTo(Duration.ofSeconds(7));
    }

    private static void runPayroll(long token) {
        assertThat(token).isPositive();
    }
}
