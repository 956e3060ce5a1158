package dev.tenure.testkit;

import static dev.tenure.testkit.StoreTestSteps.extension;
import static dev.tenure.testkit.StoreTestSteps.held;
import static dev.tenure.testkit.StoreTestSteps.identity;
import static dev.tenure.testkit.StoreTestSteps.newAttempt;
import static dev.tenure.testkit.StoreTestSteps.refused;
import static dev.tenure.testkit.StoreTestSteps.renewed;
import static dev.tenure.testkit.StoreTestSteps.wall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.spi.Lease;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A renewal follows exactly the write it names, and changes the record each time. */
abstract class RenewalBehaviour extends StoreBehaviour {
    RenewalBehaviour(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("the holder renews: the same term, the next renewal (SC-C4, RV-25, RV-28)")
    void theHolderRenews() {
        Lease lease = elect(alice);

        Lease next = renewed(renew(lease));

        assertThat(next.isSameTerm(lease)).isTrue();
        assertThat(next.since()).isEqualTo(lease.since());
        assertThat(next.holder()).isEqualTo(lease.holder());
        assertFollows(next, lease);
        assertThat(held(inspect())).isEqualTo(next);
    }

    @Test
    @DisplayName("a renewed lease is renewed again and again (RV-11)")
    void aRenewedLeaseIsRenewedAgain() {
        Lease lease = elect(alice);
        for (int renewal = 1; renewal <= 5; renewal++) {
            Lease next = renewed(renew(lease));
            assertFollows(next, lease);
            lease = next;
        }

        assertThat(held(inspect())).isEqualTo(lease);
    }

    private void assertFollows(Lease next, Lease lease) {
        long before = lease.stamp().renewal();
        assertThat(next.stamp().renewal()).isGreaterThan(before);
        if (contract.countsRenewals()) {
            assertThat(next.stamp().renewal()).isEqualTo(before + 1);
        }
    }

    @Test
    @DisplayName("every renewal changes the version of the record, even while the clock stands still (R7)")
    void everyRenewalChangesTheVersion() {
        Lease lease = elect(alice);
        Sighting before = inspect();
        WriteStamp stamp =
                lease.stamp().next(lease.stamp().attempt(), lease.stamp().at());

        store.renew(new RenewalRequest(lease, lease.renewed(lease.ttl(), stamp)), soon());

        assertThat(inspect().version()).isNotEqualTo(before.version());
    }

    @Test
    @DisplayName("a renewal may change the ttl, unless all must share one (R14)")
    void aRenewalMayChangeTheTtl() {
        Lease lease = elect(alice);
        Duration shorter = lease.ttl().dividedBy(2);
        RenewalRequest extension =
                new RenewalRequest(lease, lease.renewed(shorter, lease.stamp().next(newAttempt(), wall())));
        if (contract.sharesOneTtl()) {
            assertThatThrownBy(() -> store.renew(extension, soon())).isInstanceOf(IllegalArgumentException.class);
            assertThat(held(inspect())).isEqualTo(lease);
            return;
        }

        Lease next = renewed(store.renew(extension, soon()));

        assertThat(next.ttl()).isEqualTo(shorter);
        assertThat(held(inspect()).ttl()).isEqualTo(shorter);
    }

    @Test
    @DisplayName("another instance cannot renew, not even one of the same name and token (SC-C5, RV-24)")
    void anotherInstanceCannotRenew() {
        Lease foreign = elect(identity("alice"));
        Lease lease = elect(alice);

        assertRefused(inTheGuiseOf(lease, foreign), lease);
    }

    @Test
    @DisplayName("an earlier term of the same instance cannot be renewed (RV-27)")
    void anEarlierTermCannotBeRenewed() {
        Lease earlier = elect(alice);
        Lease lease = elect(alice);

        assertRefused(earlier, lease);
    }

    @Test
    @DisplayName("the holder of a lease that another took over cannot renew (SC-D9)")
    void aTermThatWasTakenOverCannotBeRenewed() {
        Lease earlier = elect(alice);
        Lease lease = elect(bob);

        assertRefused(earlier, lease);
    }

    @Test
    @DisplayName("a renewal that lands late is refused, and shows the term that is still ours")
    void aStaleRenewalIsRefusedAndShowsOurOwnTerm() {
        Lease lease = elect(alice);
        Lease next = renewed(renew(lease));

        Lease found = held(refused(renew(lease)));

        assertThat(found).isEqualTo(next);
        assertThat(found.isSameTerm(lease)).isTrue();
        assertThat(held(inspect())).isEqualTo(next);
    }

    @Test
    @DisplayName("a renewal is refused on a write of the same number by another attempt (R6)")
    void aRenewalThatFollowsAnotherAttemptIsRefused() {
        Lease lease = elect(alice);
        Lease next = renewed(renew(lease));
        Lease unwritten = lease.renewed(lease.ttl(), lease.stamp().next(newAttempt(), wall()));

        assertRefused(unwritten, next);
    }

    @Test
    @DisplayName("the very same renewal sent twice is written once")
    void aRenewalSentTwiceIsWrittenOnce() {
        RenewalRequest extension = extension(elect(alice));
        Lease next = renewed(store.renew(extension, soon()));

        assertThat(held(refused(store.renew(extension, soon())))).isEqualTo(next);
        assertThat(held(inspect())).isEqualTo(next);
    }

    @Test
    @DisplayName("a released lease cannot be renewed (SC-R3)")
    void aReleasedLeaseCannotBeRenewed() {
        Lease lease = elect(alice);
        release(lease);
        Sighting before = record();

        assertThat(refused(renew(lease))).isEqualTo(before);
        assertThat(record()).isEqualTo(before);
    }

    @Test
    @DisplayName("a renewal does not bring a vanished record back (SC-D3, SC-R3)")
    void aVanishedLeaseCannotBeRenewed() {
        Lease lease = elect(alice);
        contract.forget(election);

        assertThat(refused(renew(lease))).isEqualTo(new Sighting.Never());
        assertThat(inspect()).isEqualTo(new Sighting.Never());
    }

    private void assertRefused(Lease renewing, Lease lease) {
        assertThat(held(refused(renew(renewing)))).isEqualTo(lease);
        assertThat(held(inspect())).isEqualTo(lease);
    }
}
