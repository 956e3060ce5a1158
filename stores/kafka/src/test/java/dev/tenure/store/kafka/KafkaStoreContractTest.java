package dev.tenure.store.kafka;

import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.LeaseStoreContract;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** The contract of lease stores, which claims without registering: the store joins the group for such a claim. */
@Tag("server")
class KafkaStoreContractTest extends LeaseStoreContract {
    @Override
    protected LeaseStore open() {
        return TestBroker.shared()
                .store()
                .prefix("contract")
                .sessionTimeout(TestBroker.LONG_SESSION)
                .open();
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

    /** Writes an unreadable record under the key of the terms. */
    @Override
    protected void corrupt(String election) {
        KafkaTestData.write(TopicNames.of("contract", election), "term", "what is this?");
    }
}
