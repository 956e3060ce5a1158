package dev.tenure.store.redis;

import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.ElectionContract;
import java.util.UUID;
import org.junit.jupiter.api.Tag;

@Tag("server")
class SingleElectionTest extends ElectionContract {
    private static final String PREFIX = "test-" + UUID.randomUUID();

    @Override
    protected LeaseStore open() {
        return RedisStore.on("127.0.0.1", Servers.single().port())
                .prefix(PREFIX)
                .open();
    }
}
