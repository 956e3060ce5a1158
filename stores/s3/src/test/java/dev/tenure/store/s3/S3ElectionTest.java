package dev.tenure.store.s3;

import dev.tenure.Timing;
import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.ElectionContract;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

@Tag("server")
class S3ElectionTest extends ElectionContract {
    private static final String PREFIX = Emulator.newPrefix();

    /** The emulator does one thing at a time. */
    @Override
    protected Timing timing() {
        return Timing.of(Duration.ofSeconds(8), Duration.ofMillis(500));
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
        return Emulator.SHARED.store().prefix(PREFIX).open();
    }
}
