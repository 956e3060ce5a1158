package dev.tenure.store.redis;

import dev.tenure.store.redis.topology.Topology;

import dev.tenure.store.redis.routing.CommandRouter;

import dev.tenure.store.redis.connection.ConnectionSource;

import dev.tenure.store.redis.connection.ConnectionPools;

import dev.tenure.store.redis.command.RedisCommand;

import dev.tenure.store.redis.command.CallPurpose;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.Timing;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.Given;
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

/** Who is asked where the master is may know nothing, or what is no longer so: others are asked, too. */
@Tag("server")
@Timeout(60)
class WrongTellerTest {
    private static final int LAST_SLOT = 16_383;
    private static final Node GOOD = withAllSlots();

    @BeforeAll
    static void awaitGood() {
        Given.await("it serves", () -> GOOD.says("cluster", "cluster_state:ok"));
    }

    @AfterAll
    static void stop() {
        GOOD.close();
    }

    /** A long timeout keeps a node from telling that another is gone. */
    private static Node clusterNode(String... more) {
        List<String> settings = new ArrayList<>(List.of("--cluster-enabled", "yes", "--cluster-node-timeout", "60000"));
        settings.addAll(List.of(more));
        return Node.start(settings.toArray(String[]::new));
    }

    private static Node withAllSlots() {
        Node node = clusterNode();
        giveAllSlots(node);
        return node;
    }

    private static void giveAllSlots(Node node) {
        try (Jedis client = node.client()) {
            client.clusterAddSlotsRange(0, LAST_SLOT);
        }
    }

    private static void awaitAnswer(RedisStore store) {
        Given.await("the master is found", () -> {
            try {
                return store.inspect("a", Given.soon()).equals(new Sighting.Never());
            } catch (StoreException notYet) {
                return false;
            }
        });
    }

    @Test
    void aNodeWithoutAMapIsNotBelieved() {
        try (Node blank = clusterNode();
                RedisStore store = RedisStore.inCluster(List.of(blank.address(), GOOD.address()))
                        .open()) {
            assertThat(store.inspect("a", Given.soon())).isEqualTo(new Sighting.Never());
            assertThat(store.elections(Given.soon())).isEmpty();
            assertThat(store.diagnose(Timing.local(), Given.soon()))
                    .anyMatch(finding -> finding.text().contains(GOOD.address().toString()));
        }
    }

    @Test
    void aClusterOfWhichNobodyHasAMapIsUnreachableAlsoToTheDoctor() {
        try (Node blank = clusterNode();
                RedisStore store =
                        RedisStore.inCluster(List.of(blank.address())).open()) {
            Given.assertFails(Kind.UNREACHABLE, () -> store.inspect("a", Given.soon()));
            Given.assertFails(Kind.UNREACHABLE, () -> store.diagnose(Timing.local(), Given.soon()));
        }
    }

    @Test
    void aNodeThatNamesADeadMasterDoesNotHoldAClient() {
        try (Node dead = withAllSlots();
                Node stale = clusterNode()) {
            try (Jedis client = stale.client()) {
                client.clusterMeet("127.0.0.1", dead.port());
            }
            Given.await("it knows", () -> stale.says("cluster", "cluster_slots_assigned:16384"));
            dead.kill();
            try (RedisStore store = RedisStore.inCluster(List.of(stale.address(), GOOD.address()))
                    .open()) {
                awaitAnswer(store);
            }
        }
    }

    @Test
    void aSentinelThatNamesADeadMasterDoesNotHoldAClient() {
        HostAndPort nobody = new HostAndPort("127.0.0.1", Node.freePort());
        try (Node master = Node.start();
                Node stale = sentinel(nobody, 2);
                Node good = sentinel(master.address(), 1);
                RedisStore store = RedisStore.behindSentinels(
                                List.of(stale.address(), good.address()), Servers.Watched.NAME)
                        .open()) {
            awaitAnswer(store);
        }
    }

    /** Where nodes tell no names, the host that was asked is meant, and not this one. */
    @Test
    void aNamelessNodeIsLookedForWhereItsTellerIs() {
        String two = "127.0.0.1 127.0.0.2";
        try (Node master = clusterNode("--bind", two);
                Node asked = clusterNode("--bind", two, "--cluster-preferred-endpoint-type", "unknown-endpoint");
                Jedis client = asked.client()) {
            giveAllSlots(master);
            client.clusterMeet("127.0.0.1", master.port());
            Given.await("it knows", () -> asked.says("cluster", "cluster_state:ok"));
            Given.await("the other serves", () -> master.says("cluster", "cluster_state:ok"));
            List<HostAndPort> told = new ArrayList<>();
            Topology topology = new Told(new HostAndPort("127.0.0.2", asked.port()), told);
            CallPurpose purpose = new CallPurpose("test", CallPurpose.Type.READ);
            try (CommandRouter router = new CommandRouter(
                    new ConnectionPools(
                            ConnectionSource.own(DefaultJedisClientConfig.builder().build())),
                    topology)) {
                router.send(purpose, RedisCommand.command(0, Protocol.Command.GET, "a"), Given.soon());
            }

            assertThat(told).containsExactly(new HostAndPort("127.0.0.2", master.port()));
        }
    }

    /** Knows one node, and is told of others. */
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
        public void moved(int slot, HostAndPort to) {
            others.add(to);
        }

        @Override
        public void suspect(HostAndPort suspect) {
            // There is no other to ask.
        }
    }

    private static Node sentinel(HostAndPort master, int requirement) {
        return Node.sentinel("sentinel monitor " + Servers.Watched.NAME + " " + master.getHost() + " "
                + master.getPort() + " " + requirement + "\n");
    }
}
