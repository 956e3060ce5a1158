package dev.tenure.store.kafka;

import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.LeaseStoreContract;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;

@Tag("server")
class KafkaStoreContractTest extends LeaseStoreContract {
    private final String topic = "contract-" + UUID.randomUUID();

    @Override
    protected LeaseStore open() {
        return TestBroker.shared().store().topic(topic).open();
    }

    /** The store has no clock, so nothing changes for it. */
    @Override
    protected void elapse(String election, Duration duration) {}

    @Override
    protected List<String> illegalNames() {
        return List.of("", " ", "x".repeat(501), "half a character \ud83d");
    }

    /** A busy broker takes seconds until it serves a topic that was made anew. */
    @Override
    protected Duration callLimit() {
        return StoreTestSteps.LIMIT;
    }

    /** A single record cannot be removed; so all are. */
    @Override
    protected void forget(String election) {
        KafkaTestData.recreate(topic);
    }

    /** Writes a record that takes the place of the present one, and whose lease nobody can read. */
    @Override
    protected void corrupt(String election) {
        try (LeaseStore store = open()) {
            String present = store.inspect(election, StoreTestSteps.soon()).version();
            KafkaTestData.write(
                    topic,
                    "{\"tenure\":\"term\",\"id\":\"damaged\",\"election\":\"" + election + "\",\"replaces\":\""
                            + present + "\",\"state\":\"what is this?\"}");
        }
    }
}
