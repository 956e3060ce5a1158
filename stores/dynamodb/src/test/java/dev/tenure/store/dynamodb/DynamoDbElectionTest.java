package dev.tenure.store.dynamodb;

import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.ElectionContract;
import org.junit.jupiter.api.Tag;

@Tag("server")
class DynamoDbElectionTest extends ElectionContract {
    private static final String TABLE = TestServer.newTable();

    @Override
    protected LeaseStore open() {
        return DynamoDbStore.on(TestServer.CLIENT, TABLE).open();
    }
}
