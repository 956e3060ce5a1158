package dev.tenure.testkit;

import static dev.tenure.testkit.StoreTestSteps.granted;
import static dev.tenure.testkit.StoreTestSteps.held;
import static dev.tenure.testkit.StoreTestSteps.identity;
import static dev.tenure.testkit.StoreTestSteps.refused;
import static dev.tenure.testkit.StoreTestSteps.renewed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Identity;
import dev.tenure.spi.Capability;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A claim is granted on exactly the record it judged, and on no other. */
abstract class ClaimBehaviour extends StoreBehaviour {
    ClaimBehaviour(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    void anElectionNobodyClaimedShowsNothing() {
        assertThat(inspect()).isEqualTo(new Sighting.Never());
    }

    @Test
    @DisplayName("the first claim is granted (SC-C1, RV-21)")
    void theFirstClaimIsGranted() {
        Lease lease = granted(claim(alice, ClaimCondition.judged(new Sighting.Never(), 0)));

        assertThat(lease.holder()).isEqualTo(alice);
        if (contract.countsRenewals()) {
            assertThat(lease.stamp().renewal()).isZero();
        }
    }

    @Test
    @DisplayName("the record shows the lease exactly as it was granted (RV-31)")
    void theRecordShowsTheLeaseAsItWasGranted() {
        Lease lease = elect(alice);

        assertThat(held(inspect())).isEqualTo(lease);
        assertThat(held(open().inspect(election, soon()))).isEqualTo(lease);
    }

    @Test
    @DisplayName("a claim on a held lease is refused, changes nothing, and shows the holder (SC-C2, RV-22)")
    void aClaimOnAHeldLeaseIsRefusedAndShowsTheHolder() {
        Lease lease = elect(alice);

        Sighting found = refused(claim(bob, ClaimCondition.judged(new Sighting.Never(), 0)));

        assertThat(held(found)).isEqualTo(lease);
        assertThat(held(inspect())).isEqualTo(lease);
    }

    @Test
    @DisplayName("not even the holder is granted its lease twice (RV-22)")
    void aSecondClaimByTheHolderIsRefused() {
        Lease lease = elect(alice);

        Sighting found = refused(claim(alice, ClaimCondition.judged(new Sighting.Never(), 0)));

        assertThat(held(found)).isEqualTo(lease);
        assertThat(held(inspect())).isEqualTo(lease);
    }

    @Test
    @DisplayName("a lease judged dead is granted to another, with a higher token (SC-C3, SC-D9)")
    void aLeaseJudgedDeadIsGrantedToAnother() {
        Lease dead = elect(alice);

        Lease lease = granted(claim(bob, ClaimCondition.judged(inspect(), 0)));

        assertThat(lease.holder()).isEqualTo(bob);
        assertThat(lease.token()).isGreaterThan(dead.token());
        assertThat(held(inspect())).isEqualTo(lease);
    }

    @Test
    @DisplayName("what one handle judged, another may claim")
    void aSightingHoldsForEveryHandle() {
        elect(alice);
        LeaseStore other = open();
        Sighting seen = other.inspect(election, soon());

        assertThat(granted(claim(bob, ClaimCondition.judged(seen, 0))).holder()).isEqualTo(bob);
    }

    @Test
    @DisplayName("a claim is refused if another claim came first (SC-R5)")
    void anotherClaimInBetweenRefusesTheClaim() {
        elect(alice);
        Sighting stale = inspect();
        Lease lease = elect(bob);

        assertRefused(identity("carol"), stale, lease);
    }

    @Test
    @DisplayName("a claim is refused if the holder renewed in between (SC-R5)")
    void aRenewalInBetweenRefusesTheClaim() {
        Lease first = elect(alice);
        Sighting stale = inspect();
        Lease lease = renewed(renew(first));

        assertRefused(bob, stale, lease);
    }

    @Test
    @DisplayName("a claim is refused if the same candidate began another term in between")
    void anotherTermOfTheSameCandidateRefusesTheClaim() {
        elect(alice);
        Sighting stale = inspect();
        Lease lease = elect(alice);

        assertRefused(bob, stale, lease);
    }

    @Test
    @DisplayName("a claim on a released lease is refused if another term came and went in between")
    void anotherReleaseInBetweenRefusesTheClaim() {
        release(elect(alice));
        Sighting stale = inspect();
        release(elect(alice));
        Sighting before = record();

        assertThat(refused(claim(bob, ClaimCondition.judged(stale, 0)))).isEqualTo(before);
        assertThat(record()).isEqualTo(before);
    }

    @Test
    @DisplayName("a claim that names no record is for stores with a clock only")
    void aClaimWithoutASightingNeedsAClock() {
        if (has(Capability.STORE_CLOCK)) {
            assertThat(granted(claim(alice, ClaimCondition.unseen())).holder()).isEqualTo(alice);
        } else {
            assertThatAClaimWithoutASightingIsRefusedByName();
        }
    }

    private void assertRefused(Identity candidate, Sighting stale, Lease lease) {
        assertThat(held(refused(claim(candidate, ClaimCondition.judged(stale, 0)))))
                .isEqualTo(lease);
        assertThat(held(inspect())).isEqualTo(lease);
    }
}
