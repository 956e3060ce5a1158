package dev.tenure.store.kafka.goneli;

import dev.tenure.store.kafka.TestBroker;
import org.junit.jupiter.api.Tag;

/** Runs the tests on a broker of Kafka 3, with which goNELI itself works. */
@Tag("server")
class GoNeliOnOlderBrokerTest extends GoNeliTest {
    @Override
    TestBroker broker() {
        return TestBroker.older();
    }
}
