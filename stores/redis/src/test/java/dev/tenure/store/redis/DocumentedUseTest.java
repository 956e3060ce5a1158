package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.testkit.Given;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.DefaultJedisClientConfig;

/** What the documentation shows is compiled here, and run. */
@Timeout(60)
class DocumentedUseTest {

    @Test
    void theStoreIsOpenedAsThePageShows() throws InterruptedException {
        int port = Servers.single().port();
        // snippet: open
        RedisStore store = RedisStore.at("localhost", port) // or inCluster(…), behindSentinels(…), on(your client)
                .config(DefaultJedisClientConfig.builder().clientName("payroll").build()) // user, password, TLS
                .prefix("payroll") // tenure unless said otherwise
                .open();
        try (Candidate node = Candidate.on(store).named("node-7").start()) {
            Election nightly = node.stand("nightly");
            nightly.lead(term -> runPayroll(term.token()));
            // end
            assertThat(nightly.awaitLeadership(Given.LIMIT)).isPresent();
        }
    }

    private static void runPayroll(long token) {
        assertThat(token).isPositive();
    }
}
