package dev.tenure.store.route53;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tenure.aws.Shardcoordinator;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TakeoverDelay;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Beside nodes of shardcoordinator, on the same record. */
@Timeout(60)
class ShardcoordinatorTest extends Fixture {
    private static final long LEASE = 15;
    private static final String ELECTION = "shared-1";

    private final LeaseStore store =
            OurZone.on(client).sharedWith(Shardcoordinator.balanced()).open();
    private final GoNode node = new GoNode(client, ELECTION, "worker-1-4711-b5cb9e5e");
    private final long now = StoreTestSteps.wall().getEpochSecond();

    @Test
    void itsLockIsALeaseOfItsOwner() {
        assertThat(node.acquire(now, LEASE)).isTrue();
        assertThat(lock(ELECTION)).isEqualTo("\"worker-1-4711-b5cb9e5e " + (now + LEASE) + "\"");

        Lease lease = StoreTestSteps.held(StoreTestSteps.inspect(store, ELECTION));

        assertThat(lease.holder().name()).isEqualTo(node.owner());
        assertThat(lease.stamp().renewal()).isEqualTo(now + LEASE);
        assertThat(lease.ttl()).isBetween(Duration.ofSeconds(15), Duration.ofSeconds(17));
    }

    @Test
    void everyRenewalOfItsIsSeen() {
        node.acquire(now, LEASE);
        Sighting first = StoreTestSteps.inspect(store, ELECTION);
        assertThat(node.renew(now + 1, LEASE)).isTrue();

        Sighting second = StoreTestSteps.inspect(store, ELECTION);

        assertThat(second.version()).isNotEqualTo(first.version());
        assertThat(store.claim(StoreTestSteps.ballot(ELECTION, first), StoreTestSteps.soon()))
                .isInstanceOf(Answer.Refused.class);
        assertThat(node.renew(now + 2, LEASE)).isTrue();
    }

    @Test
    void itFindsOurLockHeldForAsLongAsWeTrustIt() {
        Lease lease = StoreTestSteps.elect(store, ELECTION);

        assertThat(node.acquire(now, LEASE)).isFalse();
        assertThat(node.acquire(now + lease.ttl().toSeconds() - 1, LEASE)).isFalse();
        assertThat(node.acquire(end(ELECTION) - 1, LEASE))
                .as("in the last second")
                .isFalse();
        assertThat(node.renew(now, LEASE)).isFalse();
        assertThat(node.release()).isFalse();
        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, ELECTION))).isEqualTo(lease);
    }

    @Test
    void itTakesOurLockOverWhenThatHasRunOutAndOurTermIsLost() {
        Lease lease = StoreTestSteps.elect(store, ELECTION);

        assertThat(node.acquire(end(ELECTION), LEASE)).isTrue();

        assertThat(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                .isInstanceOfSatisfying(Renewal.Refused.class, refused -> {
                    Lease found = StoreTestSteps.held(refused.found());
                    assertThat(found.holder().instance()).isEqualTo(node.owner());
                    assertThat(found.isSameTerm(lease)).isFalse();
                });
        store.release(lease, Handover.toAnyone(), StoreTestSteps.soon());
        assertThat(lock(ELECTION)).as("a late release leaves its lock").contains(node.owner());
    }

    @Test
    void itTakesAReleasedElectionAtOnceAndLosesNoToken() {
        Lease lease = StoreTestSteps.elect(store, ELECTION);
        store.release(lease, Handover.toAnyone(), StoreTestSteps.soon());

        assertThat(node.acquire(now, LEASE)).isTrue();
        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, ELECTION)).token())
                .isEqualTo(lease.token());
        assertThat(node.release()).isTrue();

        Sighting after = StoreTestSteps.inspect(store, ELECTION);
        assertThat(after).isInstanceOf(Sighting.Released.class);
        assertThat(after.lastToken()).isEqualTo(lease.token());
        assertThat(StoreTestSteps.elect(store, ELECTION).token()).isGreaterThan(lease.token());
    }

    @Test
    void aLockOfItsThatWasWaitedOutIsTakenOverAndItsOwnerHasLost() {
        node.acquire(now, LEASE);

        Lease lease = StoreTestSteps.elect(store, ELECTION);

        assertThat(node.renew(now, LEASE)).isFalse();
        assertThat(node.release()).isFalse();
        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, ELECTION))).isEqualTo(lease);
        Lease renewed = StoreTestSteps.renewed(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()));
        store.release(renewed, Handover.toAnyone(), StoreTestSteps.soon());
        assertThat(node.acquire(now, LEASE)).isTrue();
        assertThat(node.renew(now, LEASE)).isTrue();
    }

    /** R16: no date blocks an election for good, and none is waited for for less than a lease. */
    @Test
    void aLockThatIsDatedWronglyIsWaitedOutWithinBounds() {
        node.acquire(now + 100_000, LEASE);
        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, ELECTION)).ttl())
                .isEqualTo(Duration.ofSeconds(150));
        node.release();
        node.acquire(now - 100_000, LEASE);
        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, ELECTION)).ttl())
                .isEqualTo(Duration.ofSeconds(15));
        node.release();
        new GoNode(client, ELECTION, "slow").acquire(now, 60);
        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, ELECTION)).ttl())
                .as("a lease that is longer than we were told")
                .isBetween(Duration.ofSeconds(50), Duration.ofSeconds(62));
        zone.put(lockName(ELECTION), "TXT", 60, "\"worker-1 -5\"");
        assertThat(StoreTestSteps.unreadable(StoreTestSteps.inspect(store, ELECTION))
                        .problem())
                .contains("no date");
    }

    /** SC-D-l: where it is stuck, Tenure is not. */
    @Test
    void aLockThatWedgesItIsReplaced() {
        zone.put(lockName(ELECTION), "TXT", 60, "\"worker-1\"");
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> node.acquire(now, LEASE));
        Lease lease = StoreTestSteps.elect(store, ELECTION);
        assertThat(node.acquire(end(ELECTION), LEASE)).isTrue();
        zone.put(lockName(ELECTION), "TXT", 300, String.valueOf(lock(ELECTION)));
        assertThat(node.renew(now, LEASE)).as("another DNS TTL").isFalse();

        assertThat(StoreTestSteps.elect(store, ELECTION).token()).isGreaterThan(lease.token());
    }

    @Test
    void aLeaseIsHeldForAGraceBeforeItsHolderLeads() {
        assertThat(store.takeoverDelay()).isEqualTo(new TakeoverDelay(Duration.ofSeconds(7), Duration.ofSeconds(1)));
        assertThat(OurZone.on(client).open().takeoverDelay()).isEqualTo(TakeoverDelay.NONE);
    }

    @Test
    void settingsThatItWouldRefuseAreRefused() {
        Duration five = Duration.ofSeconds(5);
        Shardcoordinator.of(Duration.ofMinutes(5), Duration.ofMinutes(1));
        Shardcoordinator.of(five, five.minusNanos(1));
        assertThatIllegalArgumentException().isThrownBy(() -> Shardcoordinator.of(five, five));
        assertThatIllegalArgumentException().isThrownBy(() -> Shardcoordinator.of(five, Duration.ZERO));
        assertThatIllegalArgumentException().isThrownBy(() -> Shardcoordinator.of(Duration.ZERO, Duration.ZERO));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Shardcoordinator(five, Duration.ofSeconds(1), five.negated()));
    }
}
