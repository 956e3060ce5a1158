package dev.tenure.store.redis;

import dev.tenure.spi.LeaseStore;
import org.junit.jupiter.api.Tag;
import redis.clients.jedis.RedisClient;

@Tag("server")
class SingleContractTest extends RedisContract {
    private static final RecordEditor MEDDLER =
            new RecordEditor(RedisClient.create("127.0.0.1", Servers.single().port()));

    @Override
    RecordEditor meddler() {
        return MEDDLER;
    }

    @Override
    protected LeaseStore open() {
        return RedisStore.on("127.0.0.1", Servers.single().port())
                .prefix(MEDDLER.prefix)
                .open();
    }
}
