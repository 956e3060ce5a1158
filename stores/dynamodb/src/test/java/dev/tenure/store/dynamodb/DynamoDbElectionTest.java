package dev.tenure.store.dynamodb;

import dev.tenure.Timing;
import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.ElectionContract;
import java.time.Duration;
import org.junit.jupiter.api.Tag;

@Tag("server")
class DynamoDbElectionTest extends ElectionContract {
    private static final String TABLE = TestServer.newTable();

    /** The local DynamoDB writes a few hundred items a second: twelve shards of three candidates take their time. */
    @Override
    protected Timing timing() {
        return Timing.of(Duration.ofSeconds(8), Duration.ofMillis(500)).withCallTimeout(Duration.ofSeconds(2));
    }

    @Override
    protected LeaseStore open() {
        return DynamoDbStore.on(TestServer.CLIENT, TABLE).open();
    }
}
