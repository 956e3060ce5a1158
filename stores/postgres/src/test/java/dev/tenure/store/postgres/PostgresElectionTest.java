package dev.tenure.store.postgres;

import dev.tenure.Timing;
import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.ElectionContract;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

@Tag("server")
class PostgresElectionTest extends ElectionContract {
    private static final String SCHEMA = TestServer.newSchema();

    /** A busy disk may keep a commit for a second. */
    @Override
    protected Timing timing() {
        return Timing.of(Duration.ofSeconds(4), Duration.ofMillis(100));
    }

    @Override
    protected LeaseStore open() {
        return PostgresStore.on(TestServer.source()).schema(SCHEMA).open();
    }
}
