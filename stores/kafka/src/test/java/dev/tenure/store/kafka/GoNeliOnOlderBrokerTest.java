package dev.tenure.store.kafka;

import org.junit.jupiter.api.Tag;

/** The same on a broker of Kafka 3, on which goNELI itself works. */
@Tag("server")
class GoNeliOnOlderBrokerTest extends GoNeliTest {
    @Override
    TestBroker broker() {
        return TestBroker.older();
    }
}
