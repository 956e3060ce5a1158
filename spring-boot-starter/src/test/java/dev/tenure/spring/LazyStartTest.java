package dev.tenure.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.Stores;
import dev.tenure.micrometer.TenureMetrics;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.StoreTestSteps;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;

/** An application whose beans are made when they are needed. Nobody injects some of those that the starter makes. */
class LazyStartTest {
    private final String store = Contexts.store();

    @Test
    void itStandsHearsMeasuresAndReleases() throws InterruptedException {
        try (ConfigurableApplicationContext context = Contexts.application(
                store, Hearing.class, "tenure.elections=orders", "spring.main.lazy-initialization=true")) {
            assertThat(Hearing.ACQUIRED.poll(60, TimeUnit.SECONDS)).isNotNull();

            SimpleMeterRegistry registry = new SimpleMeterRegistry();
            context.getBean(TenureMetrics.class).bindTo(registry);
            assertThat(registry.get("tenure.leader").tag("election", "orders").gauge())
                    .isNotNull();
        }
        try (LeaseStore opened = Stores.open(store)) {
            assertThat(opened.inspect("orders", StoreTestSteps.soon())).isInstanceOf(Sighting.Released.class);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class Hearing {
        static final BlockingQueue<ElectionEvent> ACQUIRED = new LinkedBlockingQueue<>();

        @EventListener
        void on(ElectionEvent.Acquired event) {
            ACQUIRED.add(event);
        }
    }
}
