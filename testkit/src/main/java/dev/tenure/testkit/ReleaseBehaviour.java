package dev.tenure.testkit;

import static dev.tenure.testkit.StoreTestSteps.granted;
import static dev.tenure.testkit.StoreTestSteps.held;
import static dev.tenure.testkit.StoreTestSteps.identity;
import static dev.tenure.testkit.StoreTestSteps.released;
import static dev.tenure.testkit.StoreTestSteps.renewed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A release ends exactly the term it names, and leaves a mark. */
abstract class ReleaseBehaviour extends StoreBehaviour {
    private static final Duration RESERVED = Duration.ofSeconds(20);

    ReleaseBehaviour(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("after a release the next candidate is granted the lease (SC-C7, RV-32)")
    void afterAReleaseTheNextCandidateIsGranted() {
        release(elect(alice));

        assertThat(granted(claim(bob, ClaimCondition.judged(inspect(), 0))).holder())
                .isEqualTo(bob);
    }

    @Test
    @DisplayName("a release is a mark that keeps the token, never mere absence (R7)")
    void aReleaseIsAMarkThatKeepsTheToken() {
        Lease lease = elect(alice);
        release(lease);

        Sighting.Released mark = released(inspect());

        assertThat(mark.lastToken()).isEqualTo(lease.token());
        assertThat(mark.reservation()).isNull();
        assertThat(mark.version()).isNotEmpty();
    }

    @Test
    @DisplayName("a release counts whatever the renewal number, so that a lost answer does not prevent it (R6)")
    void aReleaseCountsWhateverTheRenewalNumber() {
        Lease lease = elect(alice);
        renewed(renew(lease));

        release(lease);

        assertThat(released(inspect()).lastToken()).isEqualTo(lease.token());
    }

    @Test
    @DisplayName("a release by another instance leaves the record (SC-C8, RV-33)")
    void aReleaseByAnotherInstanceLeavesTheRecord() {
        Lease foreign = elect(identity("alice"));
        Lease lease = elect(alice);

        release(inTheGuiseOf(lease, foreign));

        assertThat(held(inspect())).isEqualTo(lease);
    }

    @Test
    @DisplayName("a release of an earlier term of the same instance leaves the record (RV-34)")
    void aReleaseOfAnEarlierTermLeavesTheRecord() {
        Lease earlier = elect(alice);
        Lease lease = elect(alice);

        release(earlier);

        assertThat(held(inspect())).isEqualTo(lease);
    }

    @Test
    @DisplayName("a release that lands late does not end the next term (R6)")
    void aLateReleaseDoesNotEndTheNextTerm() {
        Lease lease = elect(alice);
        release(lease);
        Lease next = elect(bob);

        release(lease);

        assertThat(held(inspect())).isEqualTo(next);
    }

    @Test
    @DisplayName("a second release does nothing")
    void aSecondReleaseDoesNothing() {
        Lease lease = elect(alice);
        release(lease);
        Sighting before = inspect();

        store.release(lease, Handover.reservedFor(bob.instance(), RESERVED), soon());

        assertThat(inspect()).isEqualTo(before);
    }

    @Test
    @DisplayName("a release of a record that vanished does nothing (SC-R4, RV-32)")
    void aReleaseDoesNotBringAVanishedRecordBack() {
        Lease lease = elect(alice);
        contract.forget(election);

        release(lease);

        assertThat(inspect()).isEqualTo(new Sighting.Never());
    }

    @Test
    @DisplayName("a reservation is stored with the release and read back (R17)")
    void aReservationIsStoredAndReadBack() {
        Lease lease = elect(alice);

        store.release(lease, Handover.reservedFor(bob.instance(), RESERVED), soon());

        Sighting.Released mark = released(inspect());
        assertThat(mark.reservation()).isEqualTo(new Reservation(bob.instance(), RESERVED));
        assertThat(mark.lastToken()).isEqualTo(lease.token());
    }

    @Test
    @DisplayName("the successor of a reservation claims at once (R17)")
    void reservedLeaseIsGrantedToItsInstance() {
        store.release(elect(alice), Handover.reservedFor(bob.instance(), RESERVED), soon());

        assertThat(granted(claim(bob, ClaimCondition.judged(inspect(), 0))).holder())
                .isEqualTo(bob);
    }

    @Test
    @DisplayName("a reservation ends with the term that followed it")
    void aReservationEndsWithTheNextTerm() {
        store.release(elect(alice), Handover.reservedFor(bob.instance(), RESERVED), soon());

        release(elect(bob));

        assertThat(released(inspect()).reservation()).isNull();
    }

    @Test
    @DisplayName("a term that took over a released one says so, in every renewal and in its own release (R7)")
    void aTermThatTookOverAReleasedOneSaysSo() {
        Lease first = elect(alice);
        release(first);
        Lease second = elect(bob);
        assertThat(second.follows()).isEqualTo(first.token());
        assertThat(held(inspect()).follows()).isEqualTo(first.token());

        Lease again = renewed(renew(second));
        assertThat(again.follows()).isEqualTo(first.token());
        assertThat(held(inspect()).follows()).isEqualTo(first.token());

        release(again);
        assertThat(released(inspect()).follows()).isEqualTo(first.token());
        assertThat(elect(alice).follows()).isEqualTo(second.token());
    }

    @Test
    @DisplayName("a term that no release let in follows none (R7)")
    void aTermThatNoReleaseLetInFollowsNone() {
        Lease first = elect(alice);
        assertThat(first.follows()).isZero();

        Lease second = elect(bob);
        assertThat(second.follows()).as("after a lease that ran out").isZero();
        assertThat(held(inspect()).follows()).isZero();

        release(second);
        assertThat(released(inspect()).follows()).isZero();
    }
}
