package dev.tenure.store.kafka;

import dev.tenure.Timing;
import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.ElectionContract;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

@Tag("server")
class KafkaElectionTest extends ElectionContract {
    @Override
    protected LeaseStore open() {
        return TestBroker.shared().store().prefix("elections").open();
    }

    @Override
    protected Timing timing() {
        return Timing.of(Duration.ofSeconds(3), Duration.ofMillis(150)).withCallTimeout(Duration.ofMillis(1500));
    }

    @Override
    protected Duration limit() {
        return Duration.ofSeconds(60);
    }
}
