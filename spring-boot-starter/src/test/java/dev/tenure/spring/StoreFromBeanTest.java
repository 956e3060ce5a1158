package dev.tenure.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Stores;
import dev.tenure.spi.LeaseStore;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** A store that is a bean of the application. */
class StoreFromBeanTest {
    private final ApplicationContextRunner runner = Contexts.runner().withPropertyValues("tenure.store=bean:leases");

    @Test
    void aStoreOfTheApplicationIsUsedAndLeftOpen() {
        LeaseStore store = Stores.open(Contexts.store());
        runner.withBean("leases", LeaseStore.class, () -> store, bean -> bean.setDestroyMethodName(""))
                .run(context -> {
                    assertThat(context.getBean(Election.class).awaitLeadership(Duration.ofSeconds(60)))
                            .isPresent();
                    context.getBean(Candidate.class).close();
                    assertThat(store.isClosed()).isFalse();
                });
        store.close();
    }

    @Test
    void theStoreOfTheApplicationEndsAfterTheCandidate() {
        LeaseStore store = Stores.open(Contexts.store());
        runner.withBean("leases", LeaseStore.class, () -> store)
                .run(context -> assertThat(context).hasNotFailed());

        assertThat(store.isClosed()).isTrue();
    }

    @Test
    void otherBeansAreRefusedByName() {
        runner.withBean("leases", StringBuilder.class, StringBuilder::new)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining(
                                "the bean 'leases', a java.lang.StringBuilder, of which no store can be made"));
    }
}
