package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.StoreTestSteps;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.RedisSentinelClient;

/** Stores on the application's own clients, which stay open. */
@Tag("server")
@Timeout(60)
class OwnClientTest {
    private final String prefix = "own-" + UUID.randomUUID();

    @Test
    void aPooledConnectionIsReturnedUnchangedAfterEachCall() {
        try (RedisClient client =
                RedisClient.create("127.0.0.1", Servers.single().port())) {
            tryOut(RedisStore.on(client));

            assertThat(client.getPool().getNumActive()).isZero();
            assertThat(client.getPool().getNumIdle()).isPositive();
            assertThat(client.ping()).isEqualTo("PONG");
        }
    }

    @Test
    void aClusterClientLendsConnectionsToItsNodes() {
        try (RedisClusterClient client =
                RedisClusterClient.create(Set.copyOf(Servers.cluster().addresses()))) {
            tryOut(RedisStore.on(client));

            // A majority ends the poll: other voters may still be answering.
            StoreTestSteps.await(
                    "all connections are given back",
                    () -> client.getClusterNodes().values().stream().allMatch(pool -> pool.getNumActive() == 0));
        }
    }

    @Test
    void aSentinelClientLendsConnectionsToItsMaster() {
        try (RedisSentinelClient client = RedisSentinelClient.builder()
                .masterName(Servers.Watched.NAME)
                .sentinels(Set.copyOf(Servers.watched().addresses()))
                .build()) {
            tryOut(RedisStore.on(client, Servers.watched().addresses(), Servers.Watched.NAME));
        }
    }

    private void tryOut(RedisStoreBuilder builder) {
        try (RedisStore store = builder.prefix(prefix).open()) {
            assertThat(store.capabilities()).doesNotContain(Capability.WATCH);
            for (String election : List.of("a", "b", "c", "d")) {
                Lease lease = StoreTestSteps.elect(store, election);
                assertThat(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                        .isInstanceOf(Renewal.Renewed.class);
                store.release(lease, Handover.toAnyone(), StoreTestSteps.soon());
                assertThat(store.inspect(election, StoreTestSteps.soon())).isInstanceOf(Sighting.Released.class);
            }
        }
    }

    @Test
    void aStoreThatMayKeepConnectionsListens() throws InterruptedException {
        try (RedisClient client =
                        RedisClient.create("127.0.0.1", Servers.single().port());
                RedisStore store =
                        RedisStore.on(client).prefix(prefix).keepConnections().open()) {
            CountDownLatch woken = new CountDownLatch(2);
            store.watch("a", woken::countDown);
            StoreTestSteps.await("listened to", () -> woken.getCount() == 1);
            StoreTestSteps.elect(store, "a");

            assertThat(woken.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** Behind an address that follows the master, the next connection is one to the new master. */
    @Test
    void aConnectionToADemotedServerIsNotReused() {
        try (TestServer node = TestServer.start();
                Jedis admin = node.client();
                RedisClient client = RedisClient.create("127.0.0.1", node.port());
                RedisStore store = RedisStore.on(client).open()) {
            store.inspect("a", StoreTestSteps.soon());
            CommandArguments id = new CommandArguments(Protocol.Command.CLIENT).add("ID");
            long pooled = (Long) client.executeCommand(id);
            admin.replicaof("127.0.0.1", TestServer.freePort());

            StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> store.inspect("a", StoreTestSteps.soon()));
            assertThat(client.executeCommand(id)).isNotEqualTo(pooled);
        }
    }

    @Test
    void connectionSettingsAreRefusedForAnOwnClient() {
        try (RedisClient client =
                RedisClient.create("127.0.0.1", Servers.single().port())) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> RedisStore.on(client)
                            .config(DefaultJedisClientConfig.builder().build()));
        }
    }
}
