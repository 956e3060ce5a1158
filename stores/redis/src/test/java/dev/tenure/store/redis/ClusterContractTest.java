package dev.tenure.store.redis;

import dev.tenure.spi.LeaseStore;
import java.util.Set;
import redis.clients.jedis.RedisClusterClient;

class ClusterContractTest extends RedisContract {
    private static final RecordEditor MEDDLER = new RecordEditor(
            RedisClusterClient.create(Set.copyOf(Servers.cluster().addresses())));

    @Override
    RecordEditor meddler() {
        return MEDDLER;
    }

    @Override
    protected LeaseStore open() {
        return RedisStore.inCluster(Servers.cluster().addresses())
                .prefix(MEDDLER.prefix)
                .open();
    }

    @Override
    protected int raceRounds() {
        return 20;
    }
}
