package dev.tenure.store.kafka;

import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.LeaseStoreContract;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;

/** Whoever claims without standing is a member of the group for that: so the contract of lease stores holds here, too. */
@ExtendWith(ChosenByTheGroup.class)
class KafkaStoreContractTest extends LeaseStoreContract {
    @Override
    protected LeaseStore open() {
        return TestBroker.shared().store().topicPrefix("contract").open();
    }

    @Override
    protected List<String> illegalNames() {
        return List.of("", " ", "x".repeat(250), "選".repeat(30));
    }

    /** Writes what neither Tenure nor anybody else could read, under the key of the terms. */
    @Override
    protected void corrupt(String election) {
        Given.write(Names.of("contract", election), "term", "what is this?");
    }
}
