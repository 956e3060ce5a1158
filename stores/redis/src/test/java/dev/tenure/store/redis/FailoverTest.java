package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Term;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A master is stopped or killed under elections, and Redis fails over: never two leaders, and soon one again. */
@Timeout(120)
class FailoverTest {
    private static final String ELECTION = "payroll";
    private static final int SLOT = new Keys("tenure").slot(ELECTION);

    @Test
    void sentinelsFailOverAStoppedMasterAndThenAKilledOne() {
        try (Servers.Watched servers = new Servers.Watched(2)) {
            failOverTwice(
                    () -> RedisStore.behindSentinels(servers.addresses(), Servers.Watched.NAME)
                            .open(),
                    servers::master);
        }
    }

    @Test
    void aClusterFailsOverAStoppedMasterAndThenAKilledOne() {
        try (Servers.Cluster cluster = new Servers.Cluster()) {
            failOverTwice(() -> RedisStore.inCluster(cluster.addresses()).open(), () -> cluster.masterOf(SLOT));
        }
    }

    private static void failOverTwice(Supplier<RedisStore> open, Supplier<Node> master) {
        try (Reigns reigns = new Reigns();
                RedisStore looking = open.get()) {
            for (String name : new String[] {"alice", "bob", "carol"}) {
                reigns.stand(name, open.get(), ELECTION);
            }
            Term first = reigns.awaitRenewals(looking, ELECTION);

            Node stopped = master.get();
            stopped.signal("STOP");
            Given.await("another is master", () -> isAnother(stopped, master));
            Term second = reigns.awaitRenewals(looking, ELECTION);
            stopped.signal("CONT");
            Given.await("the old master follows", () -> stopped.says("replication", "master_link_status:up"));

            Node killed = master.get();
            killed.kill();
            Given.await("another is master", () -> isAnother(killed, master));
            Term third = reigns.awaitRenewals(looking, ELECTION);

            assertThat(second.token()).isGreaterThanOrEqualTo(first.token());
            assertThat(third.token()).isGreaterThanOrEqualTo(second.token());
            assertThat(reigns.findings()).isEmpty();
        }
    }

    private static boolean isAnother(Node before, Supplier<Node> master) {
        try {
            return master.get() != before;
        } catch (RuntimeException notYet) {
            return false;
        }
    }
}
