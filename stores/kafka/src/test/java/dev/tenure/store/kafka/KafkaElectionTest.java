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
    @Override
    protected LeaseStore open() {
        return TestBroker.shared().store().topic("elections").open();
    }

    /** The first call of each of Kafka's clients takes long on a busy machine. */
    @Override
    protected Timing timing() {
        return Timing.of(Duration.ofSeconds(8), Duration.ofMillis(400)).withCallTimeout(Duration.ofSeconds(2));
    }
}
