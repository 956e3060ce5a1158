package dev.tenure.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Stores;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What the documentation shows. */
class DocumentedUseTest {

    @Test
    void theExampleCountsCalls() throws InterruptedException {
        MeterRegistry registry = new SimpleMeterRegistry();
        String uri = "memory:" + UUID.randomUUID();
        // snippet: use
        TenureMetrics metrics = new TenureMetrics();
        metrics.bindTo(registry);
        Candidate node =
                Candidate.on(metrics.observing(Stores.open(uri))).closingStore().start();
        Election orders = node.stand("orders");
        metrics.observe(orders);
        // end
        try (node) {
            assertThat(orders.awaitLeadership(Duration.ofSeconds(60))).isPresent();
        }

        assertThat(registry.get("tenure.store.calls")
                        .tag("call", "release")
                        .timer()
                        .count())
                .isEqualTo(1);
    }
}
