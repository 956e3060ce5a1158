package dev.tenure.store.kafka;

import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.LeaseStoreContract;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/**
 * Whoever claims without standing is a member of the group for that: so the contract of lease stores holds here, too.
 */
@Tag("server")
class KafkaStoreContractTest extends LeaseStoreContract {
    @Override
    protected LeaseStore open() {
        return TestBroker.shared().store().prefix("contract").open();
    }

    @Override
    protected Map<String, String> exemptions() {
        return Map.of(
                "Races.ofManyThatClaimAtOnceExactlyOneIsGranted",
                "a process that was not chosen is refused though the record is still free: see TwoGroupsTest",
                "Races.aRenewalAndAClaimNeverBothSucceed",
                "a process that was not chosen is refused, and a lease is renewed by the process that holds it");
    }

    @Override
    protected List<String> illegalNames() {
        return List.of("", " ", "x".repeat(250), "選".repeat(30));
    }

    /** Writes what neither Tenure nor anybody else could read, under the key of the terms. */
    @Override
    protected void corrupt(String election) {
        Sample.write(TopicNames.of("contract", election), "term", "what is this?");
    }
}
