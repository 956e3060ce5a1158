package dev.tenure.store.redis;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Lease;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A master that died after its replica was promoted elsewhere, and is restarted on its own data. */
@Tag("server")
@Timeout(60)
class RestartedMasterTest {

    /** Its replica may have been promoted meanwhile, and another may lead there: it must not confirm by itself. */
    @Test
    void aRestartedMasterStillWaitsForReplicas() {
        try (TestServer master = TestServer.start("--appendonly", "yes", "--appendfsync", "always");
                TestServer replica = TestServer.start("--replicaof", "127.0.0.1 " + master.port());
                TestServer sentinel = TestServer.sentinel("sentinel monitor m 127.0.0.1 " + master.port() + " 1\n")) {
            StoreTestSteps.await("in step", () -> replica.says("replication", "master_link_status:up"));
            StoreTestSteps.await("seen", () -> master.says("replication", "state=online"));
            try (RedisStore store =
                    RedisStore.onSentinel(List.of(sentinel.address()), "m").open()) {
                Lease lease = StoreTestSteps.elect(store, "a");
                replica.kill();
                master.kill();
                master.restart();

                StoreTestSteps.assertFails(Kind.OUTCOME_UNKNOWN, () -> renew(store, lease))
                        .withMessageMatching(".*(0 of 1 replicas|no answer).*");
            }
        }
    }

    /** The first call finds a closed connection, and fails. */
    private static void renew(RedisStore store, Lease lease) {
        StoreTestSteps.await("the master is found again", () -> {
            try {
                store.inspect("another", StoreTestSteps.within(Duration.ofSeconds(1)));
                return true;
            } catch (StoreException notYet) {
                return false;
            }
        });
        store.renew(StoreTestSteps.extension(lease), StoreTestSteps.within(Duration.ofMillis(600)));
    }
}
