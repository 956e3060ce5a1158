package dev.tenure.store.redis;

import dev.tenure.spi.LeaseStore;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import redis.clients.jedis.JedisCluster;
import redis.clients.jedis.UnifiedJedis;

@Tag("server")
class ClusterContractTest extends RedisContract {
    private static final RecordEditor MEDDLER = new RecordEditor(client());

    @SuppressWarnings("deprecation") // the only one that all versions of Jedis have
    private static UnifiedJedis client() {
        return new JedisCluster(Set.copyOf(Servers.cluster().addresses()));
    }

    @Override
    RecordEditor meddler() {
        return MEDDLER;
    }

    @Override
    protected LeaseStore open() {
        return RedisStore.onCluster(Servers.cluster().addresses())
                .prefix(MEDDLER.prefix)
                .open();
    }

    @Override
    protected int raceRounds() {
        return 20;
    }
}
