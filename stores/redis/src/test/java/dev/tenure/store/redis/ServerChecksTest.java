package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Timing;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.CheckResult.Level;
import dev.tenure.store.redis.doctor.ServerInfo;
import dev.tenure.store.redis.records.ReplicaRequirement;
import dev.tenure.testkit.StoreTestSteps;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

@Tag("server")
@Timeout(60)
class ServerChecksTest {
    private static final HostAndPort HERE = new HostAndPort("here", 1);
    private static final ReplicaRequirement AUTO = new ReplicaRequirement(null);

    private static List<CheckResult> diagnose(RedisStoreBuilder builder) {
        try (RedisStore store = builder.open()) {
            return store.diagnose(Timing.local(), StoreTestSteps.soon());
        }
    }

    private static CheckResult about(String subject, List<CheckResult> findings) {
        return findings.stream()
                .filter(finding -> finding.subject().equals(subject))
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing on " + subject + " in " + findings));
    }

    @Test
    void aPlainServerGetsOnlyThePersistenceWarning() {
        List<CheckResult> found =
                diagnose(RedisStore.on("127.0.0.1", Servers.single().port()));

        assertThat(found)
                .filteredOn(finding -> finding.level() != Level.OK)
                .extracting(CheckResult::subject)
                .containsExactly("persistence");
        assertThat(about("latency", found).text()).contains("µs");
        assertThat(about("clock", found).text()).contains("ms");
    }

    @Test
    void replicasOfClusterAndSentinelSetupsAreReported() {
        List<CheckResult> clustered =
                diagnose(RedisStore.onCluster(Servers.cluster().addresses()));
        List<CheckResult> watched =
                diagnose(RedisStore.onSentinel(Servers.watched().addresses(), Servers.Watched.NAME));

        assertThat(about("cluster", clustered).text()).contains("3 masters");
        assertThat(about("replica clocks", clustered).level()).isEqualTo(Level.OK);
        assertThat(about("replicas", clustered).remedy()).contains("min-replicas-to-write");
        assertThat(about("sentinels", watched).level()).isEqualTo(Level.OK);
        assertThat(about("replicas", watched).text()).contains("1 replica");
    }

    @Test
    void unlistedSentinelsGiveAWarning() {
        CheckResult found = about(
                "sentinels",
                diagnose(RedisStore.onSentinel(Servers.watched().addresses().subList(0, 1), Servers.Watched.NAME)));

        assertThat(found.level()).isEqualTo(Level.WARN);
        assertThat(found.text()).contains("1 of 3 are listed");
    }

    @Test
    void aServerThatEvictsAllKeysFailsTheCheck() {
        try (TestServer node = TestServer.start("--maxmemory", "50mb", "--maxmemory-policy", "allkeys-lru")) {
            RedisStoreBuilder builder = RedisStore.on("127.0.0.1", node.port());
            assertThat(about("eviction", diagnose(builder)).level()).isEqualTo(Level.FAIL);
            try (Jedis client = node.client()) {
                client.configSet("maxmemory-policy", "volatile-lru");
            }

            assertThat(about("eviction", diagnose(builder)).level()).isEqualTo(Level.OK);
        }
    }

    @Test
    void tooFewReplicasFailTheCheck() {
        List<CheckResult> found =
                diagnose(RedisStore.on("127.0.0.1", Servers.single().port()).replicas(1));

        assertThat(about("replicas", found).level()).isEqualTo(Level.FAIL);
    }

    /** Such a server is known to elections by its address where servers fail over, and else by its run id. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void electionsThatWaitForLostReplicasAreReported(boolean failsOver) {
        try (TestServer master = TestServer.start();
                TestServer sentinel = TestServer.sentinel("sentinel monitor m 127.0.0.1 " + master.port() + " 1\n");
                RedisStore store = (failsOver
                                ? RedisStore.onSentinel(List.of(sentinel.address()), "m")
                                : RedisStore.on("127.0.0.1", master.port()))
                        .open()) {
            try (TestServer replica = TestServer.start("--replicaof", "127.0.0.1 " + master.port())) {
                StoreTestSteps.await("in step", () -> replica.says("replication", "master_link_status:up"));
                StoreTestSteps.await("seen", () -> master.says("replication", "state=online"));
                StoreTestSteps.elect(store, "waits");
            }
            StoreTestSteps.await("the replica is gone", () -> master.says("replication", "connected_slaves:0"));

            CheckResult warned = about("replicas", store.diagnose(Timing.local(), StoreTestSteps.soon()));
            assertThat(warned.level()).isEqualTo(Level.WARN);
            assertThat(warned.text()).contains("waits");
            assertThat(warned.remedy()).contains("replicas=0");
        }
    }

    @Test
    void serverInfoGivesTheExpectedResult() {
        assertThat(vitals("redis_version", "5.0.14").version(false).level()).isEqualTo(Level.FAIL);
        assertThat(vitals("redis_version", "6.2.0").version(true).level()).isEqualTo(Level.WARN);
        assertThat(vitals("redis_version", "6.2.0").version(false).level()).isEqualTo(Level.OK);
        assertThat(vitals("maxmemory", "100", "used_memory", "95", "maxmemory_policy", "noeviction")
                        .eviction()
                        .level())
                .isEqualTo(Level.WARN);
        assertThat(vitals("aof_enabled", "1", "aof_last_write_status", "err")
                        .persistence()
                        .level())
                .isEqualTo(Level.FAIL);
        assertThat(vitals("aof_enabled", "1", "aof_last_write_status", "ok")
                        .persistence()
                        .level())
                .isEqualTo(Level.OK);
        assertThat(vitals("aof_enabled", "0", "rdb_last_bgsave_status", "err")
                        .persistence()
                        .level())
                .isEqualTo(Level.FAIL);
        assertThat(vitals("connected_slaves", "2")
                        .replicas(new ReplicaRequirement(0))
                        .level())
                .isEqualTo(Level.WARN);
        assertThat(vitals("connected_slaves", "2", "min_slaves_good_slaves", "2")
                        .replicas(AUTO)
                        .level())
                .isEqualTo(Level.OK);
    }

    private static ServerInfo vitals(String name, String value) {
        return new ServerInfo(HERE, Map.of(name, value));
    }

    private static ServerInfo vitals(String name, String value, String name2, String value2) {
        return new ServerInfo(HERE, Map.of(name, value, name2, value2));
    }

    private static ServerInfo vitals(String... pairs) {
        return new ServerInfo(HERE, Map.of(pairs[0], pairs[1], pairs[2], pairs[3], pairs[4], pairs[5]));
    }
}
