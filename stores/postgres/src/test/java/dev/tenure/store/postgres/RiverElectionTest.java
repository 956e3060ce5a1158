package dev.tenure.store.postgres;

import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.ElectionContract;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;

/** Runs without a takeover delay, which only makes each term begin later; {@link RiverFleetTest} has one. */
@Tag("server")
class RiverElectionTest extends ElectionContract {
    private final RiverSchema schema = RiverSchema.create();

    @Override
    protected LeaseStore open() {
        return schema.store()
                .takeoverDelay(Duration.ZERO)
                .takeoverDelayAfterResign(Duration.ZERO)
                .open();
    }

    @Override
    protected String newElection() {
        return RiverStore.ELECTION;
    }

    @Override
    protected boolean keepsRequests() {
        return false;
    }

    @Override
    protected Map<String, String> exemptions() {
        return Map.of("oneCandidateLeadsInSeveralElections", "River has one election in each schema");
    }
}
