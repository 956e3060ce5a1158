package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tenure.StoreException.Kind;
import dev.tenure.Stores;
import dev.tenure.Timing;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.ServerPorts;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

@Tag("server")
@Timeout(60)
class RedisStoreProviderTest {

    @Test
    void everySchemeOpensAStore() {
        List.of(
                        Servers.single().uri(),
                        Servers.single().uri() + "/3?prefix=other&client-name=me",
                        Servers.cluster().uri(),
                        Servers.watched().uri() + "?db=2&replicas=1")
                .forEach(uri -> {
                    try (LeaseStore store = Stores.open(uri)) {
                        String election = "provider-" + java.util.UUID.randomUUID();
                        assertThat(store.inspect(election, StoreTestSteps.soon()))
                                .isEqualTo(new Sighting.Never());
                        assertThat(store.capabilities()).contains(Capability.WATCH);
                        StoreTestSteps.elect(store, election);
                    }
                });
    }

    @Test
    void databasesAndPrefixesAreSeparate() {
        try (LeaseStore zero = Stores.open(Servers.single().uri() + "?prefix=apart");
                LeaseStore four = Stores.open(Servers.single().uri() + "/4?prefix=apart");
                LeaseStore other = Stores.open(Servers.single().uri() + "?prefix=apart2")) {
            StoreTestSteps.elect(zero, "a");

            assertThat(four.inspect("a", StoreTestSteps.soon())).isEqualTo(new Sighting.Never());
            assertThat(other.inspect("a", StoreTestSteps.soon())).isEqualTo(new Sighting.Never());
            assertThat(other.elections(StoreTestSteps.soon())).isEmpty();
        }
    }

    @Test
    void theDocumentedPermissionsAreEnough() {
        try (Jedis client = Servers.single().client();
                LeaseStore store = Stores.open(
                        "redis://tenure:s%2Fcret@127.0.0.1:" + Servers.single().port() + "?prefix=acl")) {
            client.aclSetUser(
                    "tenure",
                    "on",
                    ">s/cret",
                    "~acl:*",
                    "&acl:*",
                    "+@read",
                    "+@write",
                    "+@scripting",
                    "+@pubsub",
                    "+@connection",
                    "+info",
                    "+time",
                    "+wait");
            java.util.concurrent.CountDownLatch woken = new java.util.concurrent.CountDownLatch(2);
            store.watch("a", woken::countDown);
            StoreTestSteps.await("listening has begun", () -> woken.getCount() == 1);
            dev.tenure.spi.Lease lease = StoreTestSteps.elect(store, "a");
            StoreTestSteps.await("woken", () -> woken.getCount() == 0);
            store.release(lease, dev.tenure.spi.Handover.toAnyone(), StoreTestSteps.soon());
            assertThat(store.elections(StoreTestSteps.soon())).containsExactly("a");
            assertThat(store.diagnose(store.timing(), StoreTestSteps.soon())).isNotEmpty();
        }
    }

    @Test
    void missingScriptPermissionsAreReported() {
        try (Jedis client = Servers.single().client();
                LeaseStore store = Stores.open(
                        "redis://half:x@127.0.0.1:" + Servers.single().port() + "?prefix=half")) {
            client.aclSetUser("half", "on", ">x", "~half:*", "+@read", "+@write", "+@scripting", "+@connection");

            StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> store.inspect("a", StoreTestSteps.soon()))
                    .withMessageContaining("ACL SETUSER");
        }
    }

    @Test
    void pollOnlyTurnsListeningOff() {
        try (LeaseStore store = Stores.open(Servers.single().uri() + "?poll-only=true")) {
            assertThat(store.capabilities()).doesNotContain(Capability.WATCH);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            redis:                                 | redis://[USER:PASS@]HOST:PORT[/DB]
            redis://                               | redis://[USER:PASS@]HOST:PORT[/DB]
            redis://a:1,b:2                        | redis-cluster://
            redis://a:1/x                          | the number of one
            redis://a:port                         | HOST or HOST:PORT is missing
            redis://a:99999                        | a port is not from 1 to 65535
            redis://a:1?unknown=1                  | it knows client-name
            redis://a:1?tls=true                   | no parameter 'tls': write rediss://
            redis://a:1?ssl=true                   | write rediss://
            rediss://a:1?tls=true                  | leave it out
            redis-cluster://a:1?ssl=true           | write tls=true
            redis-sentinel://a:1/m?ssl=true        | write tls=true
            redis://a:1?db=1                       | write redis://HOST:PORT/DB
            rediss://a:1?database=1                | write rediss://HOST:PORT/DB
            redis-sentinel://a:1/m?database=1      | write db=
            redis-cluster://a:1?db=1               | one database only
            redis://a:1?password=x                 | write redis://USER:PASS@
            redis://a:1?username=x                 | write redis://USER:PASS@
            redis-cluster://a:1?password=x         | write redis-cluster://USER:PASS@
            redis://a:1?timeout=5                  | deadline
            redis-sentinel://a:1?master=m          | write redis-sentinel://HOST:PORT/MASTER
            redis://a:1?replicas=-1                | auto, or how many
            redis://a:1?poll-only=maybe            | true or false
            redis://a:1?prefix=%7B                 | must not be blank, nor hold
            redis://a:1?truststore=/x              | rediss://
            rediss://a:1?truststore=/no/such/file  | does not name a file
            redis-cluster://a:1/2                  | one database only
            redis-sentinel://a:1                   | the name of the master is missing
            """)
    void invalidUriIsRefusedWithTheRemedy(String uri, String remedy) {
        assertThatIllegalArgumentException().isThrownBy(() -> Stores.open(uri)).withMessageContaining(remedy);
    }

    @Test
    void addressesAreParsedWithCredentialsAndSeveralHosts() {
        ServerAddresses address = ServerAddresses.parse("//me:p%40ss:w@rd@[::1]:7,b/x", 6379, "");

        assertThat(address.user()).isEqualTo("me");
        assertThat(address.password()).isEqualTo("p@ss:w@rd");
        assertThat(address.nodes()).containsExactly(new HostAndPort("[::1]", 7), new HostAndPort("b", 6379));
        assertThat(address.path()).isEqualTo("x");
        assertThat(ServerAddresses.parse("//:only@h", 1, "").user()).isNull();
    }

    @Test
    void aPasswordIsNeverShown() {
        assertThat(dev.tenure.spi.StoreUri.parse("redis-sentinel://u:geheim@h/m?sentinel-password=auch")
                        .toString())
                .doesNotContain("geheim", "auch");
    }

    /** What go-failover's users know, and its minimum: 100 ms, which leaves no room for a safe margin. */
    @Test
    void theDefaultTimingIsThatOfGoFailover() {
        try (LeaseStore store = Stores.open(Servers.single().uri())) {
            assertThat(store.timing().ttl()).isEqualTo(Duration.ofSeconds(3));
            assertThat(store.timing().interval()).isEqualTo(Duration.ofMillis(500));
        }
        assertThatIllegalArgumentException().isThrownBy(() -> Timing.of(Duration.ofMillis(100)));
        assertThatIllegalArgumentException().isThrownBy(() -> Timing.of(Duration.ofMillis(249)));
        assertThat(Timing.of(Duration.ofMillis(250)).ttl()).isEqualTo(Duration.ofMillis(250));
    }

    @Test
    void anUnknownParameterIsNamedWithoutItsValue() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Stores.open("redis://a:1?password=geheim"))
                .withMessageNotContaining("geheim");
    }

    /** Long before the deadline: the caller gets the error at once. */
    @ParameterizedTest
    @ValueSource(strings = {"redis://127.0.0.1:%d", "redis-cluster://127.0.0.1:%d", "redis-sentinel://127.0.0.1:%d/m"})
    void nobodyThereIsUnreachable(String uri) {
        int port = ServerPorts.free();
        Deadline late = StoreTestSteps.within(Duration.ofHours(1));
        try (LeaseStore store = Stores.open(uri.formatted(port))) {
            List<ThrowingCallable> calls = List.of(
                    () -> store.inspect("a", late),
                    () -> store.claim(StoreTestSteps.ballot("a"), late),
                    () -> store.elections(late),
                    () -> store.roster().members("a", late),
                    () -> store.requests().pending(List.of("a"), late),
                    () -> store.history().last("a", 1, late),
                    () -> store.diagnose(store.timing(), late));
            calls.forEach(call -> StoreTestSteps.assertFails(Kind.UNREACHABLE, call)
                    .withMessageContaining("cannot connect to 127.0.0.1:" + port)
                    .withMessageContaining("refused"));
        }
    }

    @Test
    void anUnknownHostIsUnreachableAndNamed() {
        try (LeaseStore store = Stores.open("redis://nobody.invalid")) {
            StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> store.inspect("a", StoreTestSteps.soon()))
                    .withMessageContaining("cannot connect to nobody.invalid:6379");
        }
    }
}
