package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.store.redis.records.Keys;
import dev.tenure.testkit.CompetingCandidates;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import redis.clients.jedis.Jedis;

/** A master is stopped or killed, and Redis fails over: never two leaders, and soon one again. */
@Order(1) // takes longest, so that it starts first
@Tag("server")
@Timeout(120)
@Execution(ExecutionMode.CONCURRENT) // each test starts its own servers
class FailoverTest {
    private static final String ELECTION = "payroll";
    private static final Timing TIMING = Timing.of(Duration.ofSeconds(2), Duration.ofMillis(200));
    private static final int SLOT = new Keys("tenure").slot(ELECTION);

    @Test
    void sentinelFailOversOfStoppedAndKilledMastersKeepOneLeader() {
        try (Servers.Watched servers = new Servers.Watched(2)) {
            failOverTwice(
                    () -> RedisStore.onSentinel(servers.addresses(), Servers.Watched.NAME)
                            .open(),
                    servers::master,
                    stopped -> follow(stopped, servers.master()));
        }
    }

    /** Sentinels would do so, after eight seconds. */
    private static void follow(TestServer replica, TestServer master) {
        try (Jedis client = replica.client()) {
            client.replicaof("127.0.0.1", master.port());
        }
    }

    @Test
    void clusterFailOversOfStoppedAndKilledMastersKeepOneLeader() {
        try (Servers.Cluster cluster = new Servers.Cluster()) {
            failOverTwice(
                    () -> RedisStore.onCluster(cluster.addresses()).open(),
                    () -> cluster.masterOf(SLOT),
                    stopped -> {});
        }
    }

    private static void failOverTwice(
            Supplier<RedisStore> open, Supplier<TestServer> master, Consumer<TestServer> rejoin) {
        try (CompetingCandidates rivals = new CompetingCandidates(ELECTION, TIMING);
                RedisStore looking = open.get()) {
            for (String name : new String[] {"alice", "bob", "carol"}) {
                rivals.stand(name, open.get());
            }
            Term first = awaitRenewals(rivals, looking);

            TestServer stopped = master.get();
            stopped.signal("STOP");
            StoreTestSteps.await("another is master", () -> isAnother(stopped, master));
            Term second = awaitRenewals(rivals, looking);
            stopped.signal("CONT");
            awaitRenewals(rivals, looking);
            rejoin.accept(stopped);
            StoreTestSteps.await("the old master follows", () -> stopped.says("replication", "master_link_status:up"));

            TestServer killed = master.get();
            killed.kill();
            StoreTestSteps.await("another is master", () -> isAnother(killed, master));
            Term third = awaitRenewals(rivals, looking);

            assertThat(second.token()).isGreaterThanOrEqualTo(first.token());
            assertThat(third.token()).isGreaterThanOrEqualTo(second.token());
            assertThat(rivals.history().findings()).isEmpty();
        }
    }

    /** Waits until the record is renewed again and again, and returns the term that is in it. */
    private static Term awaitRenewals(CompetingCandidates rivals, RedisStore looking) {
        Lease[] first = new Lease[1];
        StoreTestSteps.await("renewed again and again", () -> {
            try {
                if (looking.inspect(ELECTION, StoreTestSteps.within(Duration.ofMillis(500)))
                        instanceof Sighting.Held held) {
                    Lease now = held.lease();
                    if (first[0] == null || !first[0].isSameTerm(now)) {
                        first[0] = now;
                    }
                    return now.stamp().renewal() >= first[0].stamp().renewal() + 2;
                }
            } catch (StoreException notYet) {
                first[0] = null;
            }
            return false;
        });
        return rivals.awaitTermAbove(first[0].token() - 1);
    }

    private static boolean isAnother(TestServer before, Supplier<TestServer> master) {
        try {
            return master.get() != before;
        } catch (RuntimeException notYet) {
            return false;
        }
    }
}
