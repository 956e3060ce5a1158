package dev.tenure.store.kafka;

/** The same on a broker of Kafka 3, on which goNELI itself works. */
class GoNeliOnOlderBrokerTest extends GoNeliTest {
    @Override
    TestBroker broker() {
        return TestBroker.older();
    }
}
