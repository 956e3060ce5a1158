package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.store.kafka.goneli.GoNeli;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The examples of the page of this store. */
@Tag("server")
@Timeout(60)
class DocumentedUseTest {
    private final CountDownLatch shutdown = new CountDownLatch(1);

    private void runPayroll(long token) {
        assertThat(token).isPositive();
        shutdown.countDown();
    }

    @Test
    void exampleOfThePageWorks() throws InterruptedException {
        String brokers = TestBroker.shared().address();
        Map<String, String> security = Map.of("security.protocol", "PLAINTEXT");
        // snippet: open
        KafkaStore store = KafkaStore.on(brokers)
                .topic("tenure") // of all elections; it is created if it is missing
                .clientSettings(security) // everything that Kafka's clients know, but what safety needs
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
    void exampleBesideGoNeliWorks() {
        String brokers = TestBroker.shared().address();
        // snippet: goneli
        KafkaStore store = KafkaStore.on(brokers)
                .sharedWith(GoNeli.of("billing").withHeartbeatTimeout(Duration.ofSeconds(5)))
                .open(); // one election, called "billing" as the group; its topic is billing.neli
        // end
        assertThat(store.timing().ttl()).isEqualTo(Duration.ofSeconds(5));
        store.close();
    }
}
