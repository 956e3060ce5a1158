package dev.tenure.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Timing;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.Wait;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The change and the stand meet at a moment nobody chose, so it is tried many times. */
@Tag("slow")
@DisplayName("R14 Configuration: changed while a candidate begins to stand")
class R14ReconfiguredWhileStandingTest {
    private static final Duration LIMIT = Duration.ofSeconds(Wait.SECONDS);
    private static final int ROUNDS = 2_000;

    private final InMemoryStore store = new InMemoryStore();
    private final Candidate node = Candidate.on(store)
            .named("node-1")
            .timing(Timing.of(Duration.ofSeconds(20), Duration.ofMillis(10)))
            .withoutShutdownHook()
            .start();
    private final ExecutorService other = Executors.newSingleThreadExecutor();

    @AfterEach
    void close() {
        other.shutdownNow();
        node.close();
    }

    @Test
    @Timeout(10 * Wait.SECONDS) // for all rounds together
    @DisplayName("an election that starts during a change of settings uses the new ones")
    void aStandDuringAChangeTakesItOver() throws Exception {
        CyclicBarrier together = new CyclicBarrier(2);
        for (int round = 0; round < ROUNDS; round++) {
            String address = "node-1:" + round;
            Future<?> change = other.submit(() -> {
                together.await();
                node.reconfigure(settings -> settings.withAddress(address));
                return null;
            });
            together.await();
            try (Election payroll = node.stand("payroll")) {
                change.get();
                awaitAddress(payroll, address);
            }
        }
    }

    private void awaitAddress(Election payroll, String address) throws InterruptedException {
        assertThat(payroll.awaitLeadership(LIMIT)).isPresent();
        while (!address.equals(writtenAddress())) {
            CountDownLatch renewed = new CountDownLatch(1);
            store.before = (call, election) -> renewed.countDown();
            Wait.until(renewed);
        }
    }

    private Object writtenAddress() {
        return store.records.get("payroll") instanceof Sighting.Held held
                ? String.valueOf(held.lease().holder().address())
                : "none";
    }
}
