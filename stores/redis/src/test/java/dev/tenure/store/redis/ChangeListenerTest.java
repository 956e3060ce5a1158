package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Identity;
import dev.tenure.spi.Backend;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Lease;
import dev.tenure.spi.RosterEntry;
import dev.tenure.store.redis.connection.ConnectionPools;
import dev.tenure.store.redis.connection.ConnectionSource;
import dev.tenure.store.redis.records.Keys;
import dev.tenure.store.redis.records.ReplicaRequirement;
import dev.tenure.store.redis.routing.CommandRouter;
import dev.tenure.store.redis.topology.Topology;
import dev.tenure.testkit.StoreTestSteps;
import dev.tenure.testkit.TcpFaultProxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.UUID;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisClientConfig;

/** Wake-ups resume after a lost connection. */
@Tag("server")
@Timeout(60)
class ChangeListenerTest {
    private final String prefix = "listen-" + UUID.randomUUID();
    private final Keys keys = new Keys(prefix);
    private final TcpFaultProxy proxy = new TcpFaultProxy(new InetSocketAddress(
            InetAddress.getLoopbackAddress(), Servers.single().port()));
    private final RedisStore store =
            RedisStore.on("127.0.0.1", proxy.address().getPort()).prefix(prefix).open();
    private final RedisStore other =
            RedisStore.on("127.0.0.1", Servers.single().port()).prefix(prefix).open();

    @AfterEach
    void close() {
        store.close();
        other.close();
        proxy.close();
    }

    private static void awaitWake(String why, Semaphore wakeUps) {
        StoreTestSteps.await("woken: " + why, wakeUps::tryAcquire);
        wakeUps.drainPermits();
    }

    private static long listeners(TestServer node, String channel, boolean sharded) {
        try (Jedis client = node.client()) {
            Map<String, Long> found = sharded ? client.pubsubShardNumSub(channel) : client.pubsubNumSub(channel);
            return found.getOrDefault(channel, 0L);
        }
    }

    @Test
    void aLostSubscriptionIsRestoredAndWakesAllWatchers() {
        Semaphore wakeUps = new Semaphore(0);
        store.watch("a", wakeUps::release);
        awaitWake("listening has begun", wakeUps);
        for (int times = 0; times < 2; times++) {
            proxy.reset();
            awaitWake("listening again", wakeUps);
            StoreTestSteps.elect(other, "a" + times);
            StoreTestSteps.granted(other.claim(
                    StoreTestSteps.ballot("a", other.inspect("a", StoreTestSteps.soon())), StoreTestSteps.soon()));
            awaitWake("a claim", wakeUps);
        }
    }

    @Test
    void wakeUpsResumeAfterASilentServer() throws InterruptedException {
        Semaphore wakeUps = new Semaphore(0);
        store.watch("a", wakeUps::release);
        awaitWake("listening has begun", wakeUps);
        proxy.blackHole();
        assertThat(proxy.awaitVictim(Duration.ofSeconds(20)))
                .as("a ping is swallowed")
                .isTrue();
        proxy.pass();

        StoreTestSteps.elect(other, "a");
        awaitWake("a claim, sooner or later", wakeUps);
    }

    @Test
    void anUnwatchedElectionIsUnsubscribed() {
        Semaphore wakeUps = new Semaphore(0);
        Backend.Watch watch = store.watch("a", wakeUps::release);
        Backend.Watch stays = store.watch("b", wakeUps::release);
        StoreTestSteps.await("both are listened to", () -> listeners(Servers.single(), keys.news("b"), false) == 1);
        watch.close();

        StoreTestSteps.await("one is", () -> listeners(Servers.single(), keys.news("a"), false) == 0);
        assertThat(listeners(Servers.single(), keys.news("b"), false)).isEqualTo(1);
        stays.close();
    }

    @Test
    void onlyACandidateWithHigherPriorityWakesTheLeader() {
        Lease lease = StoreTestSteps.elect(other, "a");
        other.roster().attend(Map.of("a", entry(lease.holder(), 5, true)), StoreTestSteps.soon());
        Semaphore wakeUps = new Semaphore(0);
        store.watch("a", wakeUps::release);
        awaitWake("listening has begun", wakeUps);
        Identity better = StoreTestSteps.identity("better");

        other.roster().attend(Map.of("a", entry(StoreTestSteps.identity("worse"), 6, true)), StoreTestSteps.soon());
        other.roster().attend(Map.of("a", entry(better, 4, false)), StoreTestSteps.soon());
        other.roster().attend(Map.of("a", entry(better, 4, true)), StoreTestSteps.soon());
        other.roster().attend(Map.of("a", entry(better, 4, true)), StoreTestSteps.soon());
        awaitWake("somebody better", wakeUps);
        StoreTestSteps.elect(other, "b");
        other.inspect("b", StoreTestSteps.soon());
        assertThat(wakeUps.availablePermits()).isZero();
    }

    private static RosterEntry entry(Identity identity, int priority, boolean able) {
        return new RosterEntry(
                identity,
                priority,
                "1",
                able,
                0,
                new RosterEntry.Heartbeat(1, StoreTestSteps.wall(), StoreTestSteps.TTL));
    }

    /** Otherwise each attempt to listen would make every call look for the master again. */
    @Test
    void aUserWithoutSubscribePermissionKeepsItsMaster() {
        Queue<HostAndPort> doubted = new ConcurrentLinkedQueue<>();
        String user = "deaf-" + UUID.randomUUID();
        JedisClientConfig config =
                DefaultJedisClientConfig.builder().user(user).password("x").build();
        CommandRouter router =
                new CommandRouter(new ConnectionPools(ConnectionSource.own(config)), new Recorder(doubted));
        try (Jedis client = Servers.single().client();
                RedisStore deaf = new RedisStore(router, keys, new ReplicaRequirement(null), true)) {
            client.aclSetUser(user, "on", ">x", "~*", "resetchannels", "+@all");
            deaf.watch("a", () -> {});

            StoreTestSteps.await(
                    "refused again and again",
                    () -> client.aclLog().stream()
                            .anyMatch(entry -> entry.getUsername().equals(user) && entry.getCount() > 1));
            assertThat(doubted).isEmpty();
        }
    }

    /** One server; counts how often it was suspected. */
    private record Recorder(Queue<HostAndPort> doubted) implements Topology {
        @Override
        public HostAndPort masterOf(int slot, Deadline deadline) {
            return Servers.single().address();
        }

        @Override
        public List<HostAndPort> masters(Deadline deadline) {
            return List.of(Servers.single().address());
        }

        @Override
        public void suspect(HostAndPort node) {
            doubted.add(node);
        }
    }

    /** As when no thread can be had. */
    @Test
    void listeningIsMaintainedAfterAnError() {
        AtomicInteger asked = new AtomicInteger();
        Topology failing = new Topology() {
            @Override
            public HostAndPort masterOf(int slot, Deadline deadline) {
                return Servers.single().address();
            }

            @Override
            public List<HostAndPort> masters(Deadline deadline) {
                return List.of();
            }

            @Override
            public void suspect(HostAndPort node) {
                // There is no other.
            }

            @Override
            public List<HostAndPort> sentinels() {
                if (asked.incrementAndGet() == 1) {
                    throw new OutOfMemoryError("unable to create native thread");
                }
                return List.of();
            }
        };
        CommandRouter router = new CommandRouter(
                new ConnectionPools(
                        ConnectionSource.own(DefaultJedisClientConfig.builder().build())),
                failing);
        try (RedisStore unlucky = new RedisStore(router, keys, new ReplicaRequirement(null), true)) {
            unlucky.watch("a", () -> {});

            StoreTestSteps.await("looked after again", () -> asked.get() > 1);
        }
    }

    /** GF-14, and that a Cluster does not carry news to nodes that have nothing to do with them. */
    @Test
    void clusterChannelsStayOnTheNodesOfTheirSlot() {
        String channel = keys.news("a");
        try (RedisStore clustered = RedisStore.onCluster(Servers.cluster().addresses())
                .prefix(prefix)
                .open()) {
            Semaphore wakeUps = new Semaphore(0);
            clustered.watch("a", wakeUps::release);
            awaitWake("listening has begun", wakeUps);

            TestServer master = Servers.cluster().masterOf(keys.slot("a"));
            assertThat(Servers.cluster().nodes)
                    .allSatisfy(
                            node -> assertThat(listeners(node, channel, true)).isEqualTo(node == master ? 1 : 0));
            StoreTestSteps.elect(clustered, "a");
            awaitWake("a claim", wakeUps);
        }
    }
}
