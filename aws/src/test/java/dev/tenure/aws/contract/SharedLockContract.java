package dev.tenure.aws.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.aws.Shardcoordinator;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TakeoverDelay;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tenure and nodes of shardcoordinator on the same lock. */
@Timeout(60)
public abstract class SharedLockContract {
    /** The lease duration of the nodes, in seconds. */
    protected static final long LEASE = 15;

    protected final long now = StoreTestSteps.wall().getEpochSecond();

    /** Returns a store that is shared with {@link Shardcoordinator#balanced}. */
    protected abstract LeaseStore shared();

    /** Returns a store on the same records that is not shared. */
    protected abstract LeaseStore unshared();

    /** Returns a node of the fleet. */
    protected abstract ShardcoordinatorNode node(String owner);

    /** Returns the name of the election. */
    protected abstract String election();

    /** Returns the owner that the lock names. */
    protected abstract String lockOwner();

    /** Returns the first second since 1970 at which a node takes the lock over. */
    protected abstract long firstFreeSecond();

    protected final ShardcoordinatorNode node() {
        return node("worker-1-4711-b5cb9e5e");
    }

    protected final Sighting inspect() {
        return StoreTestSteps.inspect(shared(), election());
    }

    protected final Lease held() {
        return StoreTestSteps.held(inspect());
    }

    @Test
    void lockOfNodeIsLeaseOfItsOwner() {
        assertThat(node().acquire(now, LEASE)).isTrue();

        Lease lease = held();

        assertThat(lease.holder().name()).isEqualTo(node().owner());
        assertThat(lease.stamp().renewal()).isEqualTo(now + LEASE);
        assertThat(lease.ttl()).isBetween(Duration.ofSeconds(15), Duration.ofSeconds(17));
    }

    @Test
    void everyRenewalOfNodeIsSeen() {
        node().acquire(now, LEASE);
        Sighting first = inspect();
        assertThat(node().renew(now + 1, LEASE)).isTrue();

        Sighting second = inspect();

        assertThat(second.version()).isNotEqualTo(first.version());
        assertThat(StoreTestSteps.held(second).stamp().renewal())
                .isGreaterThan(StoreTestSteps.held(first).stamp().renewal());
        assertThat(shared().claim(StoreTestSteps.ballot(election(), first), StoreTestSteps.soon()))
                .isInstanceOf(Answer.Refused.class);
        assertThat(node().renew(now + 2, LEASE)).isTrue();
    }

    @Test
    void nodeLeavesOurLockForAsLongAsWeTrustIt() {
        Lease lease = StoreTestSteps.elect(shared(), election(), "alice");

        assertThat(node().acquire(now, LEASE)).isFalse();
        assertThat(node().acquire(now + lease.ttl().toSeconds() - 1, LEASE)).isFalse();
        assertThat(node().acquire(firstFreeSecond() - 1, LEASE))
                .as("in the last second")
                .isFalse();
        assertThat(node().renew(now, LEASE)).isFalse();
        assertThat(node().release()).isFalse();
        assertThat(held()).isEqualTo(lease);
    }

    @Test
    void nodeTakesOurExpiredLockAndOurTermIsLost() {
        Lease lease = StoreTestSteps.elect(shared(), election(), "alice");

        assertThat(node().acquire(firstFreeSecond(), LEASE)).isTrue();

        assertThat(shared().renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                .isInstanceOfSatisfying(Renewal.Refused.class, refused -> {
                    Lease found = StoreTestSteps.held(refused.found());
                    assertThat(found.holder().instance()).isEqualTo(node().owner());
                    assertThat(found.isSameTerm(lease)).isFalse();
                });
        StoreTestSteps.release(shared(), lease);
        assertThat(lockOwner()).as("after a late release").isEqualTo(node().owner());
    }

    @Test
    void nodeTakesReleasedElectionAndKeepsToken() {
        Lease lease = StoreTestSteps.elect(shared(), election(), "alice");
        StoreTestSteps.release(shared(), lease);

        assertThat(node().acquire(now, LEASE)).isTrue();
        assertThat(held().token()).isEqualTo(lease.token());
        assertThat(node().release()).isTrue();

        Sighting after = inspect();
        assertThat(after).isInstanceOf(Sighting.Released.class);
        assertThat(after.lastToken()).isEqualTo(lease.token());
        assertThat(StoreTestSteps.elect(shared(), election(), "bob").token()).isGreaterThan(lease.token());
    }

    @Test
    void lockOfNodeIsTakenOverAfterTheWait() {
        node().acquire(now, LEASE);

        Lease lease = StoreTestSteps.elect(shared(), election(), "alice");

        assertThat(node().renew(now, LEASE)).isFalse();
        assertThat(node().release()).isFalse();
        assertThat(held()).isEqualTo(lease);
        StoreTestSteps.release(shared(), StoreTestSteps.renew(shared(), lease));
        assertThat(node().acquire(now, LEASE)).isTrue();
        assertThat(node().renew(now, LEASE)).isTrue();
    }

    /** R16: no date blocks an election for good, and none shortens the wait below a lease. */
    @Test
    void lockWithWrongDateIsWaitedForWithinBounds() {
        node().acquire(now + 100_000, LEASE);
        assertThat(held().ttl()).isEqualTo(Duration.ofSeconds(150));
        node().release();

        node().acquire(now - 100_000, LEASE);
        assertThat(held().ttl()).isEqualTo(Duration.ofSeconds(15));
        node().release();

        node("slow").acquire(now, 60);
        assertThat(held().ttl())
                .as("a lease that is longer than configured")
                .isBetween(Duration.ofSeconds(50), Duration.ofSeconds(62));
    }

    @Test
    void unsharedStoreReportsLockOfNode() {
        node().acquire(now, LEASE);

        assertThat(StoreTestSteps.unreadable(StoreTestSteps.inspect(unshared(), election()))
                        .problem())
                .contains(node().owner())
                .contains("shared=shardcoordinator");
    }

    @Test
    void onlySharedStoreHasTakeoverDelay() {
        assertThat(shared().takeoverDelay()).isEqualTo(new TakeoverDelay(Duration.ofSeconds(7), Duration.ofSeconds(1)));
        assertThat(unshared().takeoverDelay()).isEqualTo(TakeoverDelay.NONE);
    }
}
