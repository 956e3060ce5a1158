package dev.tenure.store.postgres;

import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.ElectionContract;
import org.junit.jupiter.api.Tag;

@Tag("server")
class PostgresElectionTest extends ElectionContract {
    private static final String SCHEMA = TestServer.newSchema();

    @Override
    protected LeaseStore open() {
        return PostgresStore.on(TestServer.source()).schema(SCHEMA).open();
    }
}
