package dev.tenure.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.StoreException;
import dev.tenure.Stores;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.ManualCandidate;
import dev.tenure.testkit.ManualElection;
import dev.tenure.testkit.StoreTestSteps;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What the meters show. */
class TenureMetricsTest {
    private static final String ORDERS = "orders";

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final TenureMetrics metrics = new TenureMetrics();
    private final String uri = "memory:" + UUID.randomUUID();

    TenureMetricsTest() {
        metrics.bindTo(registry);
    }

    @Test
    void aTermIsShownFromItsBeginningToItsEnd() {
        ManualElection orders = (ManualElection) new ManualCandidate("node-1").stand(ORDERS);
        metrics.observe(orders);
        assertThat(gauge("tenure.leader")).isEqualTo(0);
        assertThat(gauge("tenure.trust.left")).isEqualTo(0);

        orders.acquire();

        assertThat(gauge("tenure.leader")).isEqualTo(1);
        assertThat(gauge("tenure.leader.known")).isEqualTo(1);
        assertThat(gauge("tenure.trust.left")).isPositive();
        assertThat(registry.get("tenure.terms.begun")
                        .tag("election", ORDERS)
                        .counter()
                        .count())
                .isEqualTo(1);

        orders.lose("taken");

        assertThat(gauge("tenure.leader")).isEqualTo(0);
        assertThat(registry.get("tenure.terms.ended")
                        .tags("election", ORDERS, "how", "lost")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(registry.get("tenure.listener.lag").timer().count()).isGreaterThanOrEqualTo(2);
    }

    @Test
    void callsAreCountedByKindAndOutcome() {
        LeaseStore store = metrics.observing(Stores.open(uri));
        StoreTestSteps.renew(store, StoreTestSteps.elect(store, ORDERS));

        assertThat(calls("claim", "granted")).isEqualTo(1);
        assertThat(calls("renew", "renewed")).isEqualTo(1);
    }

    @Test
    void failedCallsAreCountedByWhatTheyMean() {
        LeaseStore store = metrics.observing(new ForwardingStore(Stores.open(uri)) {
            @Override
            public Sighting inspect(String election, Deadline deadline) {
                throw new StoreException(StoreException.Kind.UNREACHABLE, "away");
            }
        });

        assertThatThrownBy(() -> StoreTestSteps.inspect(store, ORDERS)).isInstanceOf(StoreException.class);

        assertThat(calls("inspect", "unreachable")).isEqualTo(1);
    }

    @Test
    void aHandOverAndAFailOverAreTimedApart() {
        try (Candidate first = Candidate.on(uri).start();
                Candidate second = Candidate.on(metrics.observing(Stores.open(uri)))
                        .closingStore()
                        .start()) {
            Election leading = first.stand(ORDERS);
            StoreTestSteps.await("the first leads", leading::isLeader);
            Election following = second.stand(ORDERS);
            metrics.observe(following);
            StoreTestSteps.await("the second knows", () -> following.status().leader() != null);

            leading.close();

            StoreTestSteps.await("a hand-over is counted", () -> acquired("handover") == 1);
            assertThat(acquired("failover")).isZero();
        }
    }

    @Test
    void aFailOverLastsFromTheLastSignOfTheLeaderBefore() {
        Duration ttl = Duration.ofSeconds(1);
        StoreTestSteps.elect(Stores.open(uri), ORDERS, ttl); // and is never heard of again
        try (Candidate second =
                Candidate.on(metrics.observing(Stores.open(uri))).closingStore().start()) {
            metrics.observe(second.stand(ORDERS));

            StoreTestSteps.await("a fail-over is counted", () -> acquired("failover") == 1);
        }
        assertThat(acquired("handover")).isZero();
    }

    @Test
    void theRosterCountsThoseThatAreAlive() {
        try (Candidate first = Candidate.on(metrics.observing(Stores.open(uri)))
                        .closingStore()
                        .start();
                Candidate second = Candidate.on(uri).start()) {
            metrics.observe(first.stand(ORDERS));
            StoreTestSteps.await("one stands", () -> gauge("tenure.roster.size") == 1);

            second.stand(ORDERS);
            StoreTestSteps.await("two stand", () -> gauge("tenure.roster.size") == 2);
        }
    }

    @Test
    void electionsBeyondTheLimitShareATagAndHaveNoGauges() {
        SimpleMeterRegistry few = new SimpleMeterRegistry();
        TenureMetrics limited = new TenureMetrics(1);
        limited.bindTo(few);
        ManualCandidate candidate = new ManualCandidate("node-1");
        for (String name : new String[] {"one", "two", "three"}) {
            ManualElection election = (ManualElection) candidate.stand(name);
            limited.observe(election);
            election.acquire();
        }

        assertThat(few.find("tenure.leader").gauges()).hasSize(1);
        assertThat(few.get("tenure.terms.begun")
                        .tag("election", TenureMetrics.OTHERS)
                        .counter()
                        .count())
                .isEqualTo(2);
        assertThat(few.getMeters())
                .extracting(Meter::getId)
                .extracting(id -> String.valueOf(id.getTag("election")))
                .doesNotContain("two", "three");
    }

    @Test
    void gaugesShowTheLatestStand() {
        ManualCandidate candidate = new ManualCandidate("node-1");
        Election before = candidate.stand(ORDERS);
        metrics.observe(before);
        before.close();
        ManualElection again = (ManualElection) candidate.stand(ORDERS);
        metrics.observe(again);

        again.acquire();

        assertThat(gauge("tenure.leader")).isEqualTo(1);
    }

    private double gauge(String name) {
        Meter meter = registry.get(name).tag("election", ORDERS).meter();
        return meter.measure().iterator().next().getValue();
    }

    private long calls(String call, String outcome) {
        return registry.get("tenure.store.calls")
                .tags("call", call, "outcome", outcome, "store", "memory")
                .timer()
                .count();
    }

    private long acquired(String after) {
        return registry.find("tenure.acquire").tag("after", after).timers().stream()
                .mapToLong(timer -> timer.count())
                .sum();
    }
}
