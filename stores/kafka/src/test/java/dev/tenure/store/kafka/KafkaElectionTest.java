package dev.tenure.store.kafka;

import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.ElectionContract;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;

@Order(1) // one of the longest, so it starts first
@Tag("server")
class KafkaElectionTest extends ElectionContract {
    @Override
    protected LeaseStore open() {
        return TestBroker.shared().store().topic("elections").open();
    }
}
