package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Answer;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.store.redis.records.Keys;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClusterFailoverOption;

/** Claims and renewals that count only where a majority of the voters names the server as the master. */
@Order(1) // takes longest, so that it starts first
@Tag("server")
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT) // each test starts its own servers
class MajorityTest {
    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final String ELECTION = "a";
    private static final int SLOT = new Keys("tenure").slot(ELECTION);

    private static RedisStore open(Servers.Watched servers) {
        return RedisStore.onSentinel(servers.addresses(), Servers.Watched.NAME).open();
    }

    @Test
    void oneSentinelOfThreeConfirmsNothing() {
        try (Servers.Watched servers = new Servers.Watched(1);
                RedisStore store = open(servers);
                RedisStore fresh = open(servers)) {
            Lease lease = StoreTestSteps.elect(store, ELECTION);
            servers.sentinels.subList(1, 3).forEach(sentinel -> sentinel.signal("STOP"));

            RenewalRequest next = StoreTestSteps.extension(lease);
            StoreTestSteps.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.renew(next, StoreTestSteps.within(SHORT)))
                    .withMessageMatching(".*[01] of 3 sentinels answered, and 2 must name the same master: .*");
            StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> store.renew(next, StoreTestSteps.within(SHORT)));
            // What it says depends on how far it comes in this time.
            StoreTestSteps.assertFails(
                    Kind.UNREACHABLE, () -> fresh.claim(StoreTestSteps.ballot("b"), StoreTestSteps.within(SHORT)));

            servers.sentinels.get(1).signal("CONT");
            StoreTestSteps.await("two of three confirm", () -> isShown(store, next.next()));
            StoreTestSteps.elect(fresh, "b");
        }
    }

    private static boolean isShown(RedisStore store, Lease written) {
        try {
            return StoreTestSteps.held(store.inspect(ELECTION, StoreTestSteps.within(SHORT)))
                    .isSameWrite(written);
        } catch (StoreException notYet) {
            return false;
        }
    }

    /** Only the sentinels announce it: the connection to the deposed master stays, and it answers as before. */
    @Test
    void masterChangeIsNoticedWhileTheDemotedMasterAnswers() {
        try (Servers.Watched servers = new Servers.Watched(1);
                RedisStore store = open(servers)) {
            Semaphore wakeUps = new Semaphore(0);
            store.watch("another", wakeUps::release);
            StoreTestSteps.await("listening has begun", wakeUps::tryAcquire);
            Lease lease = StoreTestSteps.elect(store, ELECTION);
            servers.first.followNobodyElse();
            servers.promote(servers.servers.get(1));

            StoreTestSteps.await("woken", wakeUps::tryAcquire);
            assertThat(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                    .isInstanceOf(Renewal.Renewed.class);
        }
    }

    /** The client still takes the old one for the master, and nothing tells it: only the voters know. */
    @Test
    void claimReachesTheNewMasterWithTheFirstCall() {
        try (Servers.Watched servers = new Servers.Watched(1);
                RedisStore store = open(servers)) {
            StoreTestSteps.elect(store, "earlier");
            servers.first.followNobodyElse(); // no client is disconnected, which would look for the master
            servers.promote(servers.servers.get(1));

            assertThatThrownBy(() -> store.claim(StoreTestSteps.ballot(ELECTION), StoreTestSteps.soon()))
                    .hasMessageContaining("this server was made the master not long ago");
        }
    }

    /** Its first write after that must count: of unknown outcome, it would keep all others waiting for a ttl. */
    @Test
    void masterThatReturnsAfterADemotionRenewsWithTheFirstCall() {
        try (Servers.Watched servers = new Servers.Watched(1);
                RedisStore store = open(servers)) {
            Semaphore wakeUps = new Semaphore(0);
            store.watch("another", wakeUps::release);
            StoreTestSteps.await("listening has begun", wakeUps::tryAcquire);
            Lease lease = StoreTestSteps.elect(store, ELECTION);
            TestServer second = servers.servers.get(1);
            servers.first.followNobodyElse(); // no client is disconnected either, which would look for the master
            servers.promote(second);
            StoreTestSteps.await("woken", wakeUps::tryAcquire);
            servers.promote(servers.first);
            StoreTestSteps.await("woken again", wakeUps::tryAcquire);

            assertThat(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                    .isInstanceOf(Renewal.Renewed.class);
        }
    }

    @Test
    void unlistedSentinelsAreAskedToo() {
        Servers.Watched servers = Servers.watched();
        try (RedisStore store = RedisStore.onSentinel(servers.addresses().subList(0, 1), Servers.Watched.NAME)
                .prefix("unnamed")
                .open()) {
            StoreTestSteps.elect(store, ELECTION);
        }
    }

    @Test
    void aSentinelThatForgotTheOthersDoesNotDecideAlone() {
        try (Servers.Watched servers = new Servers.Watched(1);
                RedisStore store = RedisStore.onSentinel(servers.addresses().subList(0, 1), Servers.Watched.NAME)
                        .open()) {
            Lease lease = StoreTestSteps.elect(store, ELECTION);
            servers.sentinels.subList(1, 3).forEach(TestServer::kill);
            TestServer left = servers.sentinels.get(0);
            try (Jedis client = left.client()) {
                client.sentinelReset(Servers.Watched.NAME);
            }
            StoreTestSteps.await("it knows no other", () -> left.says("sentinel", "sentinels=1"));

            StoreTestSteps.assertFails(
                            Kind.OUTCOME_UNKNOWN,
                            () -> store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                    .withMessageMatching(".*[01] of 3 sentinels answered.*");
        }
    }

    /** Those before Redis 6.2, or where the user may not ask. */
    @Test
    void aSentinelWithoutIdVotesOnceUnderTwoAddresses() {
        try (Servers.Watched servers = new Servers.Watched(0, "user default on nopass ~* &* +@all -sentinel|myid\n");
                RedisStore store = RedisStore.onSentinel(
                                servers.addresses().subList(0, 2).stream()
                                        .map(each -> new HostAndPort("localhost", each.getPort()))
                                        .toList(),
                                Servers.Watched.NAME)
                        .open()) {
            StoreTestSteps.elect(store, ELECTION);
            servers.sentinels.subList(1, 3).forEach(TestServer::kill);
            // It names the others: the second is found at an address that was not listed.
            StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> claimAnew(store, "b"));
            servers.sentinels.get(0).kill();
            servers.sentinels.get(1).restart();

            StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> claimAnew(store, "c"))
                    .withMessageMatching(".*[01] of 3 sentinels answered.*");
        }
    }

    /** The first claim is written, and not confirmed; after that nothing is sent. */
    private static void claimAnew(RedisStore store, String election) {
        try {
            store.claim(StoreTestSteps.ballot(election), StoreTestSteps.soon());
        } catch (StoreException unconfirmed) {
            store.claim(StoreTestSteps.ballot(election), StoreTestSteps.soon());
        }
    }

    /** As one side of a network that is cut in two: its master and a replica go on taking and confirming writes. */
    @Test
    void aClusterMasterAndItsReplicaAloneConfirmNothing() {
        try (Servers.Cluster cluster = new Servers.Cluster(1, 60_000);
                RedisStore store = RedisStore.onCluster(cluster.addresses()).open()) {
            Lease lease = StoreTestSteps.elect(store, ELECTION);
            TestServer master = cluster.masterOf(SLOT);
            TestServer replica = cluster.nodes.get(cluster.nodes.indexOf(master) + 3);
            List<TestServer> others = cluster.nodes.stream()
                    .filter(node -> node != master && node != replica)
                    .toList();
            others.forEach(node -> node.signal("STOP"));

            RenewalRequest next = StoreTestSteps.extension(lease);
            StoreTestSteps.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.renew(next, StoreTestSteps.within(SHORT)))
                    .withMessageContaining("2 of 6 nodes of the cluster answered, and 4 must name the same master");

            others.subList(0, 2).forEach(node -> node.signal("CONT"));
            StoreTestSteps.await("four of six confirm", () -> isShown(store, next.next()));
        }
    }

    /** They vote too, although CLUSTER SLOTS does not list them. */
    @Test
    void leadersKeepLeadingWhileEmptyMastersJoin() {
        try (Servers.Cluster cluster = new Servers.Cluster(0, 1_000);
                RedisStore store = RedisStore.onCluster(cluster.addresses()).open()) {
            Lease lease = StoreTestSteps.elect(store, ELECTION);
            cluster.addEmptyMasters();

            assertThat(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                    .isInstanceOf(Renewal.Renewed.class);
            try (RedisStore fresh =
                    RedisStore.onCluster(cluster.addresses().subList(0, 1)).open()) {
                StoreTestSteps.elect(fresh, "b");
            }
        }
    }

    @Test
    void aPromotedServerRenewsAtOnceAndGrantsNewTermsLater() {
        try (Servers.Cluster cluster = new Servers.Cluster();
                RedisStore store = RedisStore.onCluster(cluster.addresses()).open()) {
            Lease lease = StoreTestSteps.elect(store, ELECTION);
            TestServer before = cluster.masterOf(SLOT);
            TestServer next = cluster.nodes.get((cluster.nodes.indexOf(before) + 3) % 6);
            try (Jedis client = next.client()) {
                client.clusterFailover(ClusterFailoverOption.TAKEOVER);
            }
            StoreTestSteps.await("it follows", () -> before.says("replication", "master_link_status:up"));

            Lease renewed = renewed(store, lease);
            StoreTestSteps.release(store, renewed);
            StoreTestSteps.assertFails(
                            Kind.UNREACHABLE, () -> store.claim(StoreTestSteps.ballot(ELECTION), StoreTestSteps.soon()))
                    .withMessageContaining("claiming a failed: SETTLING this server was made the master not long ago")
                    .matches(StoreException::isPostponed, "is postponed");
            StoreTestSteps.await("old leases are over", () -> isGranted(store));
            // What one process has waited for, the next one need not.
            try (RedisStore fresh = RedisStore.onCluster(cluster.addresses()).open()) {
                assertThat(isGranted(fresh)).isTrue();
            }
        }
    }

    /** The first calls may find connections and a map that are no good any more. */
    private static Lease renewed(RedisStore store, Lease held) {
        Lease[] renewed = new Lease[1];
        StoreTestSteps.await("renewed", () -> {
            try {
                if (store.renew(StoreTestSteps.extension(held), StoreTestSteps.soon())
                        instanceof Renewal.Renewed done) {
                    renewed[0] = done.lease();
                }
            } catch (StoreException notYet) {
                // Asked again.
            }
            return renewed[0] != null;
        });
        return renewed[0];
    }

    private static boolean isGranted(RedisStore store) {
        try {
            if (store.claim(
                            StoreTestSteps.ballot(
                                    ELECTION,
                                    StoreTestSteps.identity("bob"),
                                    Duration.ofSeconds(1),
                                    ClaimCondition.unseen()),
                            StoreTestSteps.soon())
                    instanceof Answer.Granted granted) {
                StoreTestSteps.release(store, granted.lease());
                return true;
            }
            return false;
        } catch (StoreException settling) {
            return false;
        }
    }
}
