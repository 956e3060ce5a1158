package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Election;
import dev.tenure.Timing;
import dev.tenure.store.redis.records.Keys;
import dev.tenure.store.support.FlatJson;
import dev.tenure.store.support.RecordFields;
import dev.tenure.store.support.UnreadableRecordException;
import dev.tenure.testkit.CompetingCandidates;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClusterFailoverOption;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.ClientKillParams;

/** A second fail-over follows the first while its leases last: never two leaders, and soon one again. */
@Tag("server")
@Timeout(180)
@Execution(ExecutionMode.CONCURRENT) // each test starts its own servers
class DoubleFailoverTest {
    private static final String ELECTION = "payroll";
    private static final Timing TIMING = Timing.of(Duration.ofSeconds(2), Duration.ofMillis(200));
    private static final List<String> NAMES = List.of("alice", "bob", "carol");

    /**
     * The first promoted server is deposed at once but refuses to become a replica: it keeps taking writes, without any
     * replica, and clients connected to it stay. A client that lost its connection finds the next master.
     */
    @Test
    void demotedMasterThatTakesWritesMakesNoSecondLeader() {
        try (Servers.Watched servers = new Servers.Watched(2);
                CompetingCandidates rivals = new CompetingCandidates(ELECTION, TIMING)) {
            TestServer first = servers.servers.get(1);
            TestServer second = servers.servers.get(2);
            setting(first, "replica-priority", "1");
            NAMES.forEach(name -> rivals.stand(name, open(servers, name)));
            rivals.awaitTermAbove(0);

            second.followNobodyElse();
            servers.first.kill();
            StoreTestSteps.await("the first replica is master", () -> servers.allName(first));
            awaitRenewalsOn(first);
            first.followNobodyElse();
            Election leading = rivals.leader();
            servers.promote(second);
            disconnect(first, NAMES.get((rivals.stands().indexOf(leading) + 1) % NAMES.size()));

            awaitRenewalsOn(second);
            assertThat(rivals.history().findings()).isEmpty();
        }
    }

    /** The second is forced on the Cluster at once, without any vote. */
    @Test
    void twoClusterFailOversAtOnceNeverMakeTwoLeaders() {
        int slot = new Keys("tenure").slot(ELECTION);
        try (Servers.Cluster cluster = new Servers.Cluster(2, 1_000);
                CompetingCandidates rivals = new CompetingCandidates(ELECTION, TIMING)) {
            NAMES.forEach(name ->
                    rivals.stand(name, RedisStore.onCluster(cluster.addresses()).open()));
            rivals.awaitTermAbove(0);
            TestServer killed = cluster.masterOf(slot);
            List<TestServer> replicas = Stream.of(3, 6)
                    .map(step -> cluster.nodes.get(cluster.nodes.indexOf(killed) + step))
                    .toList();
            killed.kill();
            StoreTestSteps.await("a replica is master", () -> replicas.stream().anyMatch(DoubleFailoverTest::isMaster));
            TestServer second = replicas.stream()
                    .filter(node -> !isMaster(node))
                    .findFirst()
                    .orElseThrow();
            try (Jedis client = second.client()) {
                client.clusterFailover(ClusterFailoverOption.TAKEOVER);
            }

            awaitRenewalsOn(second);
            assertThat(rivals.history().findings()).isEmpty();
        }
    }

    private static boolean isMaster(TestServer node) {
        return node.says("replication", "role:master");
    }

    private static RedisStore open(Servers.Watched servers, String name) {
        return RedisStore.onSentinel(servers.addresses(), Servers.Watched.NAME)
                .config(DefaultJedisClientConfig.builder().clientName(name).build())
                .open();
    }

    private static void setting(TestServer node, String name, String value) {
        try (Jedis client = node.client()) {
            client.configSet(name, value);
        }
    }

    private static void disconnect(TestServer node, String name) {
        try (Jedis client = node.client()) {
            client.clientList()
                    .lines()
                    .filter(line -> line.contains(" name=" + name + " "))
                    .map(line -> Stream.of(line.split(" ", -1)).findFirst().orElseThrow())
                    .forEach(id -> client.clientKill(new ClientKillParams().id(id.replace("id=", ""))));
        }
    }

    /** Waits until one and the same term is renewed again and again in the record that this very server has. */
    private static void awaitRenewalsOn(TestServer node) {
        RecordFields[] before = new RecordFields[1];
        StoreTestSteps.await("renewed again and again on " + node.address(), () -> {
            try (Jedis client = node.client()) {
                RecordFields now = FlatJson.parse(record(client));
                if (before[0] == null || now.number("token") != before[0].number("token")) {
                    before[0] = now;
                }
                return now.number("renewal") >= before[0].number("renewal") + 2;
            } catch (UnreadableRecordException | IllegalArgumentException | JedisException notYet) {
                return false;
            }
        });
    }

    private static String record(Jedis client) {
        return String.valueOf(client.get(new Keys("tenure").lease(ELECTION)));
    }
}
