package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.DefaultJedisClientConfig;

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
    void theDocumentedExampleOpensAStore() throws InterruptedException {
        int port = Servers.single().port();
        // snippet: open
        RedisStore store = RedisStore.on("localhost", port) // or onCluster(…), onSentinel(…), on(your client)
                .config(DefaultJedisClientConfig.builder().clientName("payroll").build()) // user, password, TLS
                .prefix("payroll") // tenure unless said otherwise
                .open();
        try (Candidate node = Candidate.on(store).closingStore().named("node-7").start()) {
            Election nightly = node.stand("nightly");
            nightly.leadEvery(Duration.ofMinutes(5), term -> runPayroll(term.token()));
            shutdown.await(); // until this process is to end
        } // the work is stopped, then the lease released
        // end
        assertThat(shutdown.getCount()).isZero();
    }
}
