package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.Timing;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Sighting;
import dev.tenure.store.redis.command.CallPurpose;
import dev.tenure.store.redis.command.RedisCommand;
import dev.tenure.store.redis.connection.ConnectionPools;
import dev.tenure.store.redis.connection.ConnectionSource;
import dev.tenure.store.redis.routing.CommandRouter;
import dev.tenure.store.redis.topology.Topology;
import dev.tenure.testkit.ServerPorts;
import dev.tenure.testkit.StoreTestSteps;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;

/** A node or sentinel with no or old knowledge of the master is overruled by others. */
@Tag("server")
@Timeout(60)
class MisinformedNodeTest {
    private static final int LAST_SLOT = 16_383;
    private static final TestServer GOOD = withAllSlots();

    @BeforeAll
    static void awaitGood() {
        StoreTestSteps.await("it serves", () -> GOOD.says("cluster", "cluster_state:ok"));
    }

    @AfterAll
    static void stop() {
        GOOD.close();
    }

    /** A long timeout keeps a node from telling that another is gone. */
    private static TestServer clusterNode(String... more) {
        List<String> settings = new ArrayList<>(List.of("--cluster-enabled", "yes", "--cluster-node-timeout", "60000"));
        settings.addAll(List.of(more));
        return TestServer.start(settings.toArray(String[]::new));
    }

    private static TestServer withAllSlots() {
        TestServer node = clusterNode();
        giveAllSlots(node);
        return node;
    }

    private static void giveAllSlots(TestServer node) {
        try (Jedis client = node.client()) {
            client.clusterAddSlotsRange(0, LAST_SLOT);
        }
    }

    private static void awaitAnswer(RedisStore store) {
        StoreTestSteps.await("the master is found", () -> {
            try {
                return store.inspect("a", StoreTestSteps.soon()).equals(new Sighting.Never());
            } catch (StoreException notYet) {
                return false;
            }
        });
    }

    @Test
    void aNodeWithoutASlotMapIsIgnored() {
        try (TestServer blank = clusterNode();
                RedisStore store = RedisStore.onCluster(List.of(blank.address(), GOOD.address()))
                        .open()) {
            assertThat(store.inspect("a", StoreTestSteps.soon())).isEqualTo(new Sighting.Never());
            assertThat(store.elections(StoreTestSteps.soon())).isEmpty();
            assertThat(store.diagnose(Timing.local(), StoreTestSteps.soon()))
                    .anyMatch(finding -> finding.text().contains(GOOD.address().toString()));
        }
    }

    @Test
    void aClusterWithoutAnySlotMapIsUnreachable() {
        try (TestServer blank = clusterNode();
                RedisStore store =
                        RedisStore.onCluster(List.of(blank.address())).open()) {
            StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> store.inspect("a", StoreTestSteps.soon()));
            StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> store.diagnose(Timing.local(), StoreTestSteps.soon()));
        }
    }

    @Test
    void aNodeThatNamesADeadMasterIsOverruled() {
        try (TestServer dead = withAllSlots();
                TestServer stale = clusterNode()) {
            try (Jedis client = stale.client()) {
                client.clusterMeet("127.0.0.1", dead.port());
            }
            StoreTestSteps.await("it knows", () -> stale.says("cluster", "cluster_slots_assigned:16384"));
            dead.kill();
            try (RedisStore store = RedisStore.onCluster(List.of(stale.address(), GOOD.address()))
                    .open()) {
                awaitAnswer(store);
            }
        }
    }

    @Test
    void aSentinelThatNamesADeadMasterIsOverruled() {
        HostAndPort nobody = new HostAndPort("127.0.0.1", ServerPorts.free());
        try (TestServer master = TestServer.start();
                TestServer stale = sentinel(nobody, 2);
                TestServer good = sentinel(master.address(), 1);
                RedisStore store = RedisStore.onSentinel(List.of(stale.address(), good.address()), Servers.Watched.NAME)
                        .open()) {
            awaitAnswer(store);
        }
    }

    /** Where nodes report no host, the host that was asked is meant, not this machine. */
    @Test
    void aNodeWithoutHostIsLookedUpOnTheReportingHost() {
        String two = "127.0.0.1 127.0.0.2";
        try (TestServer master = clusterNode("--bind", two);
                TestServer asked = clusterNode("--bind", two, "--cluster-preferred-endpoint-type", "unknown-endpoint");
                Jedis client = asked.client()) {
            giveAllSlots(master);
            client.clusterMeet("127.0.0.1", master.port());
            StoreTestSteps.await("it knows", () -> asked.says("cluster", "cluster_state:ok"));
            StoreTestSteps.await("the other serves", () -> master.says("cluster", "cluster_state:ok"));
            List<HostAndPort> told = new ArrayList<>();
            Topology topology = new Told(new HostAndPort("127.0.0.2", asked.port()), told);
            CallPurpose purpose = new CallPurpose("test", CallPurpose.Type.READ);
            try (CommandRouter router = new CommandRouter(
                    new ConnectionPools(ConnectionSource.own(
                            DefaultJedisClientConfig.builder().build())),
                    topology)) {
                router.send(purpose, RedisCommand.command(0, Protocol.Command.GET, "a"), StoreTestSteps.soon());
            }

            assertThat(told).containsExactly(new HostAndPort("127.0.0.2", master.port()));
        }
    }

    /** Knows one node, and learns of others. */
    private record Told(HostAndPort node, List<HostAndPort> others) implements Topology {
        @Override
        public HostAndPort masterOf(int slot, Deadline deadline) {
            return node;
        }

        @Override
        public List<HostAndPort> masters(Deadline deadline) {
            return List.of(node);
        }

        @Override
        public void slotMoved(int slot, HostAndPort to) {
            others.add(to);
        }

        @Override
        public void suspect(HostAndPort suspect) {
            // There is no other to ask.
        }
    }

    private static TestServer sentinel(HostAndPort master, int requirement) {
        return TestServer.sentinel("sentinel monitor " + Servers.Watched.NAME + " " + master.getHost() + " "
                + master.getPort() + " " + requirement + "\n");
    }
}
