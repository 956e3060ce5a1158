package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.store.redis.records.Keys;
import dev.tenure.testkit.StoreTestSteps;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import redis.clients.jedis.Jedis;

/** A slot of an election migrates to another node of the Cluster. */
@Tag("server")
@Timeout(60)
class SlotMigrationTest {
    private final String prefix = "moved-" + UUID.randomUUID();
    private final Keys keys = new Keys(prefix);

    /** Its name decides the slot, and no other test shall have keys there. */
    private final String election = UUID.randomUUID().toString();

    @Test
    void aCallFollowsItsSlotDuringAndAfterMigration() {
        Servers.Cluster cluster = Servers.cluster();
        int slot = keys.slot(election);
        TestServer from = cluster.masterOf(slot);
        TestServer to = cluster.nodes.stream()
                .filter(node -> node != from && node.says("replication", "role:master"))
                .findFirst()
                .orElseThrow();
        try (RedisStore store =
                        RedisStore.onCluster(cluster.addresses()).prefix(prefix).open();
                Jedis source = from.client();
                Jedis target = to.client()) {
            Semaphore wakeUps = new Semaphore(0);
            store.watch(election, wakeUps::release);
            StoreTestSteps.await("listening has begun", wakeUps::tryAcquire);
            Lease lease = StoreTestSteps.elect(store, election);
            String sourceId = source.clusterMyId();
            String targetId = target.clusterMyId();
            target.clusterSetSlotImporting(slot, sourceId);
            source.clusterSetSlotMigrating(slot, targetId);
            Lease here = renewed(store, lease);

            source.migrate("127.0.0.1", to.port(), keys.lease(election), 0, 5_000);
            Lease asked = renewed(store, here);
            assertThat(target.clusterCountKeysInSlot(slot)).isEqualTo(1);

            for (TestServer node : Set.of(from, to)) {
                try (Jedis client = node.client()) {
                    client.clusterSetSlotNode(slot, targetId);
                }
            }
            cluster.nodes.forEach(node ->
                    StoreTestSteps.await("it has heard of the move", () -> Servers.Cluster.seesAt(node, slot, to)));
            Lease[] last = new Lease[1];
            StoreTestSteps.await("renewed where the slot is", () -> {
                try {
                    last[0] = renewed(store, asked);
                    return true;
                } catch (StoreException e) {
                    // The listener, too, may just have found the old owner to be none: then nothing is sent there.
                    assertThat(e.kind()).isEqualTo(Kind.UNREACHABLE);
                    return false;
                }
            });
            Lease moved = last[0];
            assertThat(moved.stamp().renewal()).isEqualTo(3);
            wakeUps.drainPermits();

            StoreTestSteps.await("listening where the slot is", () -> {
                reclaim(store);
                return wakeUps.tryAcquire();
            });
        }
    }

    private static Lease renewed(RedisStore store, Lease held) {
        return ((Renewal.Renewed) store.renew(StoreTestSteps.extension(held), StoreTestSteps.soon())).lease();
    }

    private void reclaim(RedisStore store) {
        Sighting seen = store.inspect(election, StoreTestSteps.soon());
        StoreTestSteps.granted(store.claim(StoreTestSteps.ballot(election, seen), StoreTestSteps.soon()));
    }
}
