package dev.tenure.store.kafka;

import dev.tenure.Timing;
import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.ElectionContract;
import java.time.Duration;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;

@Order(1) // one of the longest, so it starts first
@Tag("server")
class KafkaElectionTest extends ElectionContract {
    /** Shorter than the ttl, so that it adds nothing to the wait for the next leader. */
    private static final Duration SESSION = Duration.ofSeconds(4);

    @Override
    protected LeaseStore open() {
        return TestBroker.shared()
                .store()
                .prefix("elections")
                .sessionTimeout(SESSION)
                .open();
    }

    @Override
    protected Timing timing() {
        return Timing.of(Duration.ofSeconds(5), Duration.ofMillis(400)).withCallTimeout(Duration.ofSeconds(2));
    }

    @Override
    protected Duration limit() {
        return Duration.ofMinutes(2); // twelve shards of three candidates are over a hundred clients
    }
}
