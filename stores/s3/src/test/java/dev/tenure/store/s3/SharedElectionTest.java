package dev.tenure.store.s3;

import dev.tenure.Timing;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import dev.tenure.testkit.ElectionContract;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** Candidates beside s3lect, each test in its own election. */
@Tag("server")
class SharedElectionTest extends ElectionContract {
    private static final String PREFIX = Emulator.newPrefix();
    private static final Duration TTL = Duration.ofSeconds(8);

    @Override
    protected Timing timing() {
        return Timing.of(TTL, Duration.ofMillis(300));
    }

    /** The store is tried out before candidates with little time come. */
    @BeforeAll
    static void tryOut() {
        try (LeaseStore store = Emulator.SHARED.store().prefix(PREFIX).open()) {
            StoreTestSteps.elect(store, "first");
        }
    }

    @Override
    protected LeaseStore open() {
        return Emulator.SHARED
                .store()
                .sharedWith(S3lect.lockfile("any").timeout(TTL).takeoverDelay(Duration.ofMillis(200)))
                .open(ObjectKeys.under(PREFIX), TimeSource.system());
    }
}
