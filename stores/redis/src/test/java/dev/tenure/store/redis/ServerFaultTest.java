package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import dev.tenure.Stores;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Request;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Sighting;
import dev.tenure.store.redis.records.Keys;
import dev.tenure.testkit.CompetingCandidates;
import dev.tenure.testkit.ServerPorts;
import dev.tenure.testkit.StoreTestSteps;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.Jedis;

/** How calls end on a server in trouble, and what edited records do. */
@Tag("server")
@Timeout(60)
class ServerFaultTest {
    private static final TestServer NODE = TestServer.start("--appendonly", "yes", "--appendfsync", "always");

    private static RedisStore open() {
        return RedisStore.on("127.0.0.1", NODE.port()).open();
    }

    @AfterAll
    static void stop() {
        NODE.close();
    }

    @Test
    void aFullServerRefusesWithARemedyAndWritesNothing() {
        try (RedisStore store = open();
                Jedis client = NODE.client()) {
            client.configSet("maxmemory", "1");
            StoreTestSteps.assertFails(
                            Kind.UNREACHABLE, () -> store.claim(StoreTestSteps.ballot("memory"), StoreTestSteps.soon()))
                    .withMessageContaining("raise maxmemory");
            client.configSet("maxmemory", "0");

            assertThat(store.inspect("memory", StoreTestSteps.soon())).isEqualTo(new Sighting.Never());
        }
    }

    @Test
    void aServerThatRequiresReplicasRefusesWithARemedy() {
        try (RedisStore store = open();
                Jedis client = NODE.client()) {
            client.configSet("min-replicas-to-write", "1");
            StoreTestSteps.assertFails(
                            Kind.UNREACHABLE, () -> store.claim(StoreTestSteps.ballot("wants"), StoreTestSteps.soon()))
                    .withMessageContaining("min-replicas-to-write");
            client.configSet("min-replicas-to-write", "0");
        }
    }

    @Test
    void missingPermissionsAreReported() {
        try (Jedis client = NODE.client();
                LeaseStore store = Stores.open("redis://nobody:secret@127.0.0.1:" + NODE.port());
                LeaseStore wrong = Stores.open("redis://nobody:wrong@127.0.0.1:" + NODE.port())) {
            client.aclSetUser("nobody", "on", ">secret", "+@connection");
            StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> store.inspect("a", StoreTestSteps.soon()))
                    .withMessageContaining("ACL SETUSER");
            StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> wrong.inspect("a", StoreTestSteps.soon()))
                    .withMessageContaining("correct user and password");
        }
    }

    @Test
    void clusterAndSingleServerAreNotConfused() {
        try (LeaseStore single = Stores.open(Servers.cluster().nodes.get(0).uri());
                LeaseStore cluster = Stores.open("redis-cluster://127.0.0.1:" + NODE.port())) {
            StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> {
                        for (char name = 'a'; name <= 'z'; name++) {
                            single.inspect(String.valueOf(name), StoreTestSteps.soon());
                        }
                    })
                    .withMessageContaining("redis-cluster://");
            StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> cluster.inspect("a", StoreTestSteps.soon()))
                    .withMessageContaining("redis://");
        }
    }

    @Test
    void anUnknownMasterNameIsMisconfigured() {
        try (LeaseStore store = Stores.open(Servers.watched().uri().replace(Servers.Watched.NAME, "another"))) {
            StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> store.inspect("a", StoreTestSteps.soon()))
                    .withMessageContaining("'another'");
        }
    }

    @Test
    void aServerThatIsNoSentinelIsMisconfigured() {
        try (LeaseStore store = Stores.open("redis-sentinel://127.0.0.1:" + NODE.port() + "/m")) {
            StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> store.inspect("a", StoreTestSteps.soon()))
                    .withMessageContaining("this server is not a sentinel");
        }
    }

    @Test
    void aDeadSentinelIsSkipped() {
        String list = Servers.watched().uri().replace("redis-sentinel://", "");
        try (LeaseStore store = Stores.open("redis-sentinel://127.0.0.1:" + ServerPorts.free() + "," + list)) {
            assertThat(store.inspect("nobody-stands-here", StoreTestSteps.soon()))
                    .isEqualTo(new Sighting.Never());
        }
    }

    @Test
    void keyOfAnotherTypeIsReplacedAfterTheWait() {
        try (RedisStore store = open();
                Jedis client = NODE.client()) {
            client.rpush(new Keys("tenure").lease("typed"), "x");
            Sighting found = store.inspect("typed", StoreTestSteps.soon());

            assertThat(found).isInstanceOf(Sighting.Unreadable.class);
            StoreTestSteps.refused(store.claim(StoreTestSteps.ballot("typed"), StoreTestSteps.soon()));
            StoreTestSteps.granted(store.claim(StoreTestSteps.ballot("typed", found), StoreTestSteps.soon()));
        }
    }

    /** What one side reads and the other does not would be refused for ever: both must call it by the same version. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"token\":\"(\\d+)\"     | \"token\":$1",
                "\"token\":\"(\\d+)\"     | \"token\":\"0$1\"",
                "\"renewal\":\"0\"        | \"renewal\":0",
                "\"until\":\"\\d+\",      | ''",
                "\"state\":\"held\"       | \"state\":\"lost\"",
                "\"name\":\"alice\"       | \"name\":null",
                "\"instance\":\"(.*?)\"   | \"instance\":\"\u00e9$1\""
            })
    void recordThatOnlyOneSideCanReadIsReplacedAfterTheWait(String field, String edited) {
        try (RedisStore store = open();
                Jedis client = NODE.client()) {
            long token = StoreTestSteps.elect(store, "edited").token();
            String key = new Keys("tenure").lease("edited");
            String record = client.get(key).replaceFirst(field, edited);
            client.set(key.getBytes(StandardCharsets.UTF_8), record.getBytes(StandardCharsets.ISO_8859_1));
            Sighting found = store.inspect("edited", StoreTestSteps.soon());

            assertThat(found).isInstanceOf(Sighting.Unreadable.class);
            Lease next = StoreTestSteps.granted(store.claim(
                    StoreTestSteps.ballot("edited", ClaimCondition.judged(found, token)), StoreTestSteps.soon()));
            assertThat(next.token()).isGreaterThan(token);
            client.del(key);
        }
    }

    @Test
    void aKeyOfAnotherTypeAffectsOnlyItsElection() {
        try (RedisStore store = open();
                Jedis client = NODE.client()) {
            Keys keys = new Keys("tenure");
            client.set(keys.roster("bad"), "x");
            client.rpush(keys.request("bad"), "x");
            RosterEntry entry = new RosterEntry(
                    StoreTestSteps.identity("alice"),
                    1,
                    "1",
                    true,
                    0,
                    new RosterEntry.Heartbeat(1, StoreTestSteps.wall(), StoreTestSteps.TTL));
            Request request = new Request("good", 1, null, StoreTestSteps.wall(), "bob");
            store.requests().submit(request, StoreTestSteps.soon());

            assertThat(store.roster().attend(Map.of("good", entry, "bad", entry), StoreTestSteps.soon()))
                    .containsOnlyKeys("good");
            assertThat(store.requests().pending(List.of("bad", "good"), StoreTestSteps.soon()))
                    .containsOnlyKeys("good");
            StoreTestSteps.assertFails(
                            Kind.UNREACHABLE, () -> store.roster().attend(Map.of("bad", entry), StoreTestSteps.soon()))
                    .withMessageContaining("delete that key");
            StoreTestSteps.assertFails(
                    Kind.UNREACHABLE, () -> store.requests().pending(List.of("bad"), StoreTestSteps.soon()));
        }
    }

    @Test
    void aRecordUntilTheYearTenThousandIsWaitedOut() {
        try (RedisStore store = open();
                Jedis client = NODE.client()) {
            Lease lease = StoreTestSteps.elect(store, "dated");
            String key = new Keys("tenure").lease("dated");
            client.set(key, client.get(key).replaceFirst("\"until\":\"\\d+\"", "\"until\":\"9223372036854775807\""));
            Sighting found = store.inspect("dated", StoreTestSteps.soon());

            assertThat(StoreTestSteps.held(found)).isEqualTo(lease);
            StoreTestSteps.granted(store.claim(StoreTestSteps.ballot("dated", found), StoreTestSteps.soon()));
        }
    }

    @Test
    void aRestartedServerKeepsItsLeases() {
        try (RedisStore store = open()) {
            Lease lease = StoreTestSteps.elect(store, "restarted");
            NODE.kill();
            StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> {
                for (int times = 0; times < 3; times++) { // the first may find what an earlier connection left
                    store.inspect("restarted", StoreTestSteps.soon());
                }
            });
            NODE.restart();

            assertThat(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                    .isInstanceOf(Renewal.Renewed.class);
        }
    }

    /** All running candidates wait; the leader loses its term with its next renewal. */
    @Test
    void afterFlushAllWatchingCandidatesNeverBothLead() {
        try (CompetingCandidates rivals =
                        new CompetingCandidates("flushed", Timing.of(Duration.ofSeconds(2), Duration.ofMillis(200)));
                Jedis client = NODE.client()) {
            for (String name : new String[] {"alice", "bob", "carol"}) {
                rivals.stand(name, open());
            }
            Term term = rivals.awaitTermAbove(0);
            for (int times = 0; times < 2; times++) {
                long token = term.token();
                StoreTestSteps.await(
                        "all have seen " + token,
                        () -> rivals.stands().stream()
                                .allMatch(stand -> stand.status().token() == token));
                client.flushAll();
                term = rivals.awaitTermAbove(term.token());
            }

            assertThat(rivals.history().findings()).isEmpty();
        }
    }
}
