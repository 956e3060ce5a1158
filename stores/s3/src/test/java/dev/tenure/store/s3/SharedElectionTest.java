package dev.tenure.store.s3;

import dev.tenure.Timing;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import dev.tenure.testkit.ElectionContract;
import java.time.Duration;

/** Candidates beside s3lect, each in an election of its own. */
class SharedElectionTest extends ElectionContract {
    private static final String PREFIX = Emulator.newPrefix();
    private static final Duration TTL = Duration.ofSeconds(3);

    @Override
    protected Timing timing() {
        return Timing.of(TTL, Duration.ofMillis(300));
    }

    @Override
    protected LeaseStore open() {
        return Emulator.SHARED
                .store()
                .sharedWith(S3lect.lockfile("any").timeout(TTL).grace(Duration.ofMillis(200)))
                .open(Keys.under(PREFIX), TimeSource.system());
    }
}
