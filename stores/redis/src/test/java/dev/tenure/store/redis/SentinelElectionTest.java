package dev.tenure.store.redis;

import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.ElectionContract;
import java.util.UUID;
import org.junit.jupiter.api.Tag;

@Tag("server")
class SentinelElectionTest extends ElectionContract {
    private static final String PREFIX = "test-" + UUID.randomUUID();

    @Override
    protected LeaseStore open() {
        return RedisStore.onSentinel(Servers.watched().addresses(), Servers.Watched.NAME)
                .prefix(PREFIX)
                .open();
    }
}
