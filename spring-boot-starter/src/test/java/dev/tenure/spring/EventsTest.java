package dev.tenure.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.spring.integration.TenureIntegrationAutoConfiguration;
import dev.tenure.spring.test.ManualElections;
import dev.tenure.testkit.ManualCandidate;
import dev.tenure.testkit.ManualElection;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.event.EventListener;
import org.springframework.integration.leader.Context;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.leader.event.OnGrantedEvent;
import org.springframework.integration.leader.event.OnRevokedEvent;
import org.springframework.test.util.ReflectionTestUtils;

/** Events of elections as the application, and Spring Integration, hear them. */
class EventsTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withConfiguration(AutoConfigurations.of(TenureIntegrationAutoConfiguration.class))
            .withUserConfiguration(Hearing.class)
            .withPropertyValues("tenure.elections=orders,payroll");

    /** Notes what it hears. */
    @Configuration(proxyBeanMethods = false)
    @ManualElections
    static class Hearing {
        final Queue<String> heard = new ConcurrentLinkedQueue<>();
        final Queue<Context> granted = new ConcurrentLinkedQueue<>();

        @EventListener
        void on(ElectionEvent.Acquired event) {
            heard.add(event.election() + " acquired");
        }

        @EventListener
        void on(ElectionEvent.Lost event) {
            heard.add(event.election() + " lost");
        }

        @EventListener
        void on(OnGrantedEvent event) {
            granted.add(event.getContext());
            heard.add(event.getRole() + " granted");
        }

        @EventListener
        void on(OnRevokedEvent event) {
            heard.add(event.getRole() + " revoked");
        }
    }

    @Test
    void theApplicationHearsInItsOwnEvents() {
        runner.run(context -> {
            ManualElection orders = context.getBean(ManualCandidate.class).election("orders");
            orders.acquire();
            orders.lose("taken");

            assertThat(context.getBean(Hearing.class).heard)
                    .containsExactlyInAnyOrder("orders acquired", "orders granted", "orders lost", "orders revoked");
        });
    }

    /** As with {@code spring.main.lazy-initialization=true}. */
    @Test
    void anApplicationWithLazyBeansHearsTheSame() {
        DefaultCandidate candidate = new DefaultCandidate("id", "orders");
        runner.withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .withBean(DefaultCandidate.class, () -> candidate)
                .run(context -> {
                    ManualElection orders =
                            context.getBean(ManualCandidate.class).election("orders");
                    orders.acquire();
                    assertThat(leadsBy(candidate)).isTrue();
                    orders.lose("taken");

                    assertThat(leadsBy(candidate)).isFalse();
                    assertThat(context.getBean(Hearing.class).heard)
                            .containsExactlyInAnyOrder(
                                    "orders acquired", "orders granted", "orders lost", "orders revoked");
                });
    }

    @Test
    void aContextOfSpringIntegrationYields() {
        runner.run(context -> {
            ManualElection orders = context.getBean(ManualCandidate.class).election("orders");
            orders.acquire();
            Context granted = context.getBean(Hearing.class).granted.remove();
            assertThat(granted.isLeader()).isTrue();
            assertThat(granted.getRole()).isEqualTo("orders");

            granted.yield();
            orders.elapse(Duration.ofSeconds(1));

            assertThat(granted.isLeader()).isFalse();
            assertThat(context.getBean(Hearing.class).heard).contains("orders revoked");
        });
    }

    @Test
    void aCandidateOfSpringIntegrationIsCalled() {
        DefaultCandidate candidate = new DefaultCandidate("id", "payroll");
        runner.withBean(DefaultCandidate.class, () -> candidate).run(context -> {
            ManualCandidate decided = context.getBean(ManualCandidate.class);
            decided.election("orders").acquire();
            assertThat(leadsBy(candidate)).isFalse();

            decided.election("payroll").acquire();
            assertThat(leadsBy(candidate)).isTrue();

            decided.election("payroll").lose("taken");
            assertThat(leadsBy(candidate)).isFalse();
        });
    }

    /** Spring Integration's own candidate keeps the context while it has the role. */
    private static boolean leadsBy(DefaultCandidate candidate) {
        Object context = ReflectionTestUtils.getField(candidate, "leaderContext");
        return context instanceof Context granted && granted.isLeader();
    }
}
