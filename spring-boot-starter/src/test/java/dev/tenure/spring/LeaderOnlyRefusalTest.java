package dev.tenure.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spring.autoconfigure.TenureRefusedException;
import dev.tenure.spring.test.ManualElections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SubmissionPublisher;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

/** Methods that could not be kept to the leader, and so keep the application from starting. */
class LeaderOnlyRefusalTest {
    private final ApplicationContextRunner runner = new ApplicationContextRunner()
            .withUserConfiguration(Decided.class)
            .withPropertyValues("tenure.elections=orders");

    @Configuration(proxyBeanMethods = false)
    @ManualElections
    static class Decided {}

    static class OfAnother {
        @LeaderOnly("payroll")
        void run() {}
    }

    static class Private {
        @LeaderOnly
        @SuppressWarnings({"UnusedMethod", "unused"}) // which is the point
        private void run() {}
    }

    static class Final {
        @LeaderOnly
        final void run() {}
    }

    static class Primitive {
        @LeaderOnly
        int run() {
            return 1;
        }
    }

    static class Later {
        @LeaderOnly
        CompletableFuture<String> run() {
            return new CompletableFuture<>();
        }
    }

    static class Published {
        @LeaderOnly
        SubmissionPublisher<String> run() {
            return new SubmissionPublisher<>();
        }
    }

    static class Idle {
        @LeaderOnly(waitAtMost = "1s")
        void run() {}
    }

    @ParameterizedTest
    @ValueSource(
            classes = {
                OfAnother.class,
                Private.class,
                Final.class,
                Primitive.class,
                Later.class,
                Published.class,
                Idle.class
            })
    void aMethodThatCouldNotBeKeptToTheLeaderIsRefused(Class<?> type) {
        runner.withUserConfiguration(type)
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasRootCauseInstanceOf(TenureRefusedException.class)
                        .hasStackTraceContaining("@LeaderOnly on " + type.getSimpleName() + ".run: "));
    }

    static class Unnamed {
        @LeaderOnly
        void run() {}
    }

    @Test
    void anElectionMustBeNamedIfThereAreSeveral() {
        runner.withUserConfiguration(Unnamed.class)
                .withPropertyValues("tenure.elections=orders,payroll")
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining("it names no election"));
    }
}
