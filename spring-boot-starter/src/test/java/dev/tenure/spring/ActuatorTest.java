package dev.tenure.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.micrometer.TenureMetrics;
import dev.tenure.spi.TimeSource;
import dev.tenure.spring.actuate.TenureEndpoint;
import dev.tenure.testkit.CallGate;
import dev.tenure.testkit.Fault;
import dev.tenure.testkit.FaultyStore;
import dev.tenure.testkit.FaultyStore.Operation;
import dev.tenure.testkit.StoreTestSteps;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.endpoint.InvalidEndpointRequestException;
import org.springframework.boot.actuate.info.Info;
import org.springframework.boot.actuate.info.InfoContributor;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.test.util.ReflectionTestUtils;

/** What the actuator shows, on both lines of Spring Boot. */
class ActuatorTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int READERS = 8;
    private static final int READS = 100;

    private final String store = Contexts.store();
    private final ApplicationContextRunner runner = Contexts.runner()
            .withPropertyValues(
                    "tenure.store=" + store,
                    "tenure.name=node-1",
                    "management.endpoints.web.exposure.include=tenure",
                    "management.endpoints.jmx.exposure.include=tenure");

    @Test
    void theEndpointShowsWhoLeads() {
        runner.run(context -> {
            assertThat(context.getBean(Election.class).awaitLeadership(LONG)).isPresent();
            TenureEndpoint endpoint = context.getBean(TenureEndpoint.class);

            assertThat(endpoint.elections()).containsEntry("candidate", "node-1");
            Map<String, ?> orders = endpoint.election("orders");
            assertThat(orders).isNotNull();
            assertThat(orders.get("role")).isEqualTo("leader");
            assertThat(orders.get("leader")).isEqualTo("node-1");
            StoreTestSteps.await(
                    "the history is read in time",
                    () -> Objects.requireNonNull(endpoint.election("orders")).get("history") instanceof List<?>);
            assertThat(endpoint.election("none")).isNull();
        });
    }

    /** A store has few connections, and renewals need them. */
    @Test
    void manyReadersUseOneConnection() {
        Queue<FaultyStore> made = new ConcurrentLinkedQueue<>();
        wrapping(made).run(context -> {
            assertThat(context.getBean(Election.class).awaitLeadership(LONG)).isPresent();
            TenureEndpoint endpoint = context.getBean(TenureEndpoint.class);
            FaultyStore slow = made.element();
            CallGate gate = CallGate.shut();
            slow.every(Operation.LAST, Fault.none().heldBefore(gate));

            List<FutureTask<Boolean>> readers = Stream.generate(() -> new FutureTask<>(() -> isShown(endpoint)))
                    .limit(READERS)
                    .toList();
            readers.forEach(reader -> new Thread(reader, "reader").start());

            for (FutureTask<Boolean> reader : readers) {
                assertThat(reader.get(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
            }
            assertThat(slow.count(Operation.LAST)).isEqualTo(1);
            gate.open();
        });
    }

    @Test
    void manyReadsAreOneASecond() {
        Queue<FaultyStore> made = new ConcurrentLinkedQueue<>();
        wrapping(made).run(context -> {
            assertThat(context.getBean(Election.class).awaitLeadership(LONG)).isPresent();
            TenureEndpoint endpoint = context.getBean(TenureEndpoint.class);
            TimeSource time = TimeSource.system();
            long begun = time.nanos();

            for (int i = 0; i < READS; i++) {
                assertThat(isShown(endpoint)).isTrue();
            }

            long seconds = Duration.ofNanos(time.nanos() - begun).toSeconds() + 1;
            assertThat(made.element().count(Operation.LAST)).isBetween(1, (int) seconds);
        });
    }

    private ApplicationContextRunner wrapping(Queue<FaultyStore> made) {
        return runner.withBean(StoreCustomizer.class, () -> store -> {
            FaultyStore faulty = new FaultyStore(store);
            made.add(faulty);
            return faulty;
        });
    }

    private static boolean isShown(TenureEndpoint endpoint) {
        Map<String, ?> orders = endpoint.election("orders");
        return orders != null && "leader".equals(orders.get("role"));
    }

    @Test
    void theEndpointMovesLeadershipHereAndElsewhere() {
        runner.run(context -> {
            Election first = context.getBean(Election.class);
            assertThat(first.awaitLeadership(LONG)).isPresent();
            TenureEndpoint endpoint = context.getBean(TenureEndpoint.class);
            try (Candidate other = Candidate.on(store).named("node-2").start()) {
                Election second = other.stand("orders");
                transferOnceKnown(endpoint, first, "node-2");
                assertThat(second.awaitLeadership(LONG)).isPresent();

                endpoint.act("orders", "resign", null); // which asks the other
                assertThat(first.awaitLeadership(LONG)).isPresent();
            }
        });
    }

    /** A leader hears of a newcomer once an interval, with the roster; until then a transfer to it is refused. */
    private static void transferOnceKnown(TenureEndpoint endpoint, Election leading, String to)
            throws InterruptedException {
        while (leading.isLeader()) {
            try {
                endpoint.act("orders", "transfer", to);
                return;
            } catch (InvalidEndpointRequestException unknownYet) {
                leading.awaitAttempt(Instant.now(), LONG);
            }
        }
    }

    @Test
    void whatIsAskedWronglyIsRefused() {
        runner.run(context -> {
            assertThat(context.getBean(Election.class).awaitLeadership(LONG)).isPresent();
            TenureEndpoint endpoint = context.getBean(TenureEndpoint.class);

            assertThat(endpoint.act("none", "resign", null)).isNull();
            assertThatThrownBy(() -> endpoint.act("orders", "dance", null))
                    .isInstanceOf(InvalidEndpointRequestException.class);
            assertThatThrownBy(() -> endpoint.act("orders", "transfer", null))
                    .isInstanceOf(InvalidEndpointRequestException.class);
            assertThatThrownBy(() -> endpoint.act("orders", "transfer", "nobody"))
                    .isInstanceOf(InvalidEndpointRequestException.class)
                    .hasMessageContaining("nobody");
        });
    }

    @Test
    void aFollowerIsUpAndAClosedCandidateIsDown() {
        try (Candidate leader = Candidate.on(store).named("leader").start()) {
            leader.stand("orders");
            runner.run(context -> {
                assertThat(health(context.getBean("tenureHealthIndicator"))).isEqualTo("UP");

                context.getBean(Candidate.class).close();

                assertThat(health(context.getBean("tenureHealthIndicator"))).isEqualTo("DOWN");
            });
        }
    }

    /** The types are in another package in each line of Spring Boot. */
    private static String health(Object indicator) {
        Object health = Objects.requireNonNull(ReflectionTestUtils.invokeMethod(indicator, "health"));
        Object status = ReflectionTestUtils.invokeMethod(health, "getStatus");
        return String.valueOf(status);
    }

    @Test
    void healthAndInfoCanBeSwitchedOff() {
        runner.withPropertyValues("management.health.tenure.enabled=false", "management.info.tenure.enabled=false")
                .run(context -> assertThat(context)
                        .doesNotHaveBean("tenureHealthIndicator")
                        .doesNotHaveBean("tenureInfoContributor"));
    }

    @Test
    void infoShowsWhatThisProcessLeads() {
        runner.run(context -> {
            assertThat(context.getBean(Election.class).awaitLeadership(LONG)).isPresent();
            Info.Builder info = new Info.Builder();
            context.getBean("tenureInfoContributor", InfoContributor.class).contribute(info);

            assertThat(String.valueOf(info.build().getDetails().get("tenure"))).contains("node-1", "leads=[orders]");
        });
    }

    @Test
    void metersShowTheElectionAndTheStore() {
        runner.run(context -> {
            SimpleMeterRegistry registry = new SimpleMeterRegistry();
            context.getBean(TenureMetrics.class).bindTo(registry);
            Election orders = context.getBean(Election.class);
            assertThat(orders.awaitLeadership(LONG)).isPresent();

            assertThat(registry.get("tenure.leader")
                            .tag("election", "orders")
                            .gauge()
                            .value())
                    .isEqualTo(1);
        });
    }
}
