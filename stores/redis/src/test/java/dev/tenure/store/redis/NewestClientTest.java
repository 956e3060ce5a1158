package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.testkit.StoreTestSteps;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.RedisSentinelClient;

/** The clients that only the newest Jedis has; {@link OwnClientTest} has what all have. */
@Tag("server")
@Timeout(60)
class NewestClientTest {

    @Test
    void theClientsOfTheNewestJedisLendTheirConnections() {
        try (RedisClient single =
                        RedisClient.create("127.0.0.1", Servers.single().port());
                RedisClusterClient cluster =
                        RedisClusterClient.create(Set.copyOf(Servers.cluster().addresses()));
                RedisSentinelClient watched = RedisSentinelClient.builder()
                        .masterName(Servers.Watched.NAME)
                        .sentinels(Set.copyOf(Servers.watched().addresses()))
                        .build()) {
            tryOut(RedisStore.on(single));
            tryOut(RedisStore.on(cluster));
            tryOut(RedisStore.on(watched, Servers.watched().addresses(), Servers.Watched.NAME));

            assertThat(single.getPool().getNumActive()).isZero();
        }
    }

    private static void tryOut(RedisStoreBuilder builder) {
        try (RedisStore store = builder.prefix("newest-" + UUID.randomUUID()).open()) {
            Lease lease = StoreTestSteps.elect(store, "a");
            store.release(lease, Handover.toAnyone(), StoreTestSteps.soon());
        }
    }
}
