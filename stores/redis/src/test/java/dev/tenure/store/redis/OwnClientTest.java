package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.ServerPorts;
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
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.providers.ClusterConnectionProvider;
import redis.clients.jedis.providers.PooledConnectionProvider;
import redis.clients.jedis.providers.SentineledConnectionProvider;

/** Stores on the application's own clients, which stay open. */
@Tag("server")
@Timeout(60)
class OwnClientTest {
    private final String prefix = "own-" + UUID.randomUUID();

    @Test
    void aPooledConnectionIsReturnedUnchangedAfterEachCall() {
        PooledConnectionProvider provider = Clients.provider(Servers.single().port());
        try (UnifiedJedis client = Clients.of(provider)) {
            tryOut(RedisStore.on(client));

            assertThat(provider.getPool().getNumActive()).isZero();
            assertThat(provider.getPool().getNumIdle()).isPositive();
            assertThat(client.ping()).isEqualTo("PONG");
        }
    }

    @Test
    void aClusterClientLendsConnectionsToItsNodes() {
        ClusterConnectionProvider provider =
                new ClusterConnectionProvider(Set.copyOf(Servers.cluster().addresses()), Clients.SETTINGS);
        try (UnifiedJedis client = Clients.of(provider)) {
            tryOut(RedisStore.on(client));

            // A majority ends the poll: other voters may still be answering.
            StoreTestSteps.await(
                    "all connections are given back",
                    () -> provider.getNodes().values().stream().allMatch(pool -> pool.getNumActive() == 0));
        }
    }

    @Test
    void aSentinelClientLendsConnectionsToItsMaster() {
        try (UnifiedJedis client = Clients.of(sentineled())) {
            tryOut(RedisStore.on(client, Servers.watched().addresses(), Servers.Watched.NAME));
        }
    }

    private static SentineledConnectionProvider sentineled() {
        return new SentineledConnectionProvider(
                Servers.Watched.NAME,
                Clients.SETTINGS,
                Set.copyOf(Servers.watched().addresses()),
                Clients.SETTINGS);
    }

    @Test
    void aSentinelClientWithoutItsSentinelsIsRefusedAndSoIsAnotherWithThem() {
        try (UnifiedJedis watched = Clients.of(sentineled());
                UnifiedJedis single =
                        Clients.of(Clients.provider(Servers.single().port()))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RedisStore.on(watched))
                    .withMessageContaining("on(client, sentinels, master)");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> RedisStore.on(single, Servers.watched().addresses(), Servers.Watched.NAME))
                    .withMessageContaining("asks no sentinels");
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
        try (UnifiedJedis client = Clients.of(Clients.provider(Servers.single().port()));
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
                UnifiedJedis client = Clients.of(Clients.provider(node.port()));
                RedisStore store = RedisStore.on(client).open()) {
            store.inspect("a", StoreTestSteps.soon());
            CommandArguments id = new CommandArguments(Protocol.Command.CLIENT).add("ID");
            long pooled = (Long) client.executeCommand(id);
            admin.replicaof("127.0.0.1", ServerPorts.free());

            StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> store.inspect("a", StoreTestSteps.soon()));
            assertThat(client.executeCommand(id)).isNotEqualTo(pooled);
        }
    }

    @Test
    void connectionSettingsAreRefusedForAnOwnClient() {
        try (UnifiedJedis client = Clients.of(Clients.provider(Servers.single().port()))) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> RedisStore.on(client)
                            .config(DefaultJedisClientConfig.builder().build()));
        }
    }
}
