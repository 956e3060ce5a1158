package dev.tenure.store.route53;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tenure.aws.Shardcoordinator;
import dev.tenure.aws.contract.ShardcoordinatorNode;
import dev.tenure.aws.contract.SharedLockContract;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.StoreTestSteps;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SharedLockTest extends SharedLockContract {
    private static final String ELECTION = "shared-1";

    private final TestZone zone = new TestZone();
    private final LeaseStore shared =
            OurZone.on(zone.client).sharedWith(Shardcoordinator.balanced()).open();

    @AfterEach
    void close() {
        zone.close();
    }

    @Override
    protected LeaseStore shared() {
        return shared;
    }

    @Override
    protected LeaseStore unshared() {
        return OurZone.on(zone.client).open();
    }

    @Override
    protected ShardcoordinatorNode node(String owner) {
        return new Route53Node(zone.client, ELECTION, owner);
    }

    @Override
    protected String election() {
        return ELECTION;
    }

    @Override
    protected String lockOwner() {
        return String.valueOf(zone.lock(ELECTION)).replaceAll("^\"| .*$", "");
    }

    /** A node takes a lock over at the stated second. */
    @Override
    protected long firstFreeSecond() {
        return zone.end(ELECTION);
    }

    private void putLock(long ttl, String value) {
        zone.zone.put(TestZone.lockName(ELECTION), "TXT", ttl, value);
    }

    @Test
    void lockNamesOwnerAndEnd() {
        node().acquire(now, LEASE);

        assertThat(zone.lock(ELECTION)).isEqualTo("\"worker-1-4711-b5cb9e5e " + (now + LEASE) + "\"");
    }

    @Test
    void lockThatEndsAtNoDateIsReported() {
        putLock(60, "\"worker-1 -5\"");

        assertThat(StoreTestSteps.unreadable(inspect()).problem()).contains("no date");
    }

    /** SC-D-l: nodes are blocked by such a lock, Tenure is not. */
    @Test
    void lockThatBlocksNodesIsReplaced() {
        putLock(60, "\"worker-1\"");
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> node().acquire(now, LEASE));
        Lease lease = StoreTestSteps.elect(shared, ELECTION);
        assertThat(node().acquire(firstFreeSecond(), LEASE)).isTrue();
        putLock(300, String.valueOf(zone.lock(ELECTION)));
        assertThat(node().renew(now, LEASE)).as("another DNS TTL").isFalse();

        assertThat(StoreTestSteps.elect(shared, ELECTION).token()).isGreaterThan(lease.token());
    }
}
