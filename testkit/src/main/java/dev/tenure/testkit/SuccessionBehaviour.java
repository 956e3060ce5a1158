package dev.tenure.testkit;

import static dev.tenure.testkit.StoreTestSteps.granted;
import static dev.tenure.testkit.StoreTestSteps.held;
import static dev.tenure.testkit.StoreTestSteps.refused;
import static dev.tenure.testkit.StoreTestSteps.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.spi.Capability;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A released lease is granted to a successor that has not looked at the record; nothing else is. */
abstract class SuccessionBehaviour extends StoreBehaviour {
    SuccessionBehaviour(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("what was released is granted to a successor that has not looked, under a higher token")
    void whatWasReleasedIsGrantedUnseen() {
        Lease given = elect(alice);
        release(given);
        if (isWithout()) {
            return;
        }

        Lease lease = granted(claim(bob, ClaimCondition.afterRelease(given.token())));

        assertThat(lease.holder()).isEqualTo(bob);
        assertThat(lease.token()).isGreaterThan(given.token());
        assertThat(held(inspect())).isEqualTo(lease);
    }

    @Test
    @DisplayName(
            "a lease that was not released is refused, though it has run out: candidates that watched it wait it out (R7)")
    void aLeaseThatWasNotReleasedIsRefused() {
        Lease lease = elect(alice);
        if (isWithout()) {
            return;
        }

        assertThat(held(refused(claim(bob, ClaimCondition.afterRelease(lease.token())))))
                .isEqualTo(lease);
        if (has(Capability.STORE_CLOCK)) {
            contract.elapse(election, contract.ttl());
        }
        assertThat(held(refused(claim(bob, ClaimCondition.afterRelease(lease.token())))))
                .isEqualTo(lease);
        assertThat(held(refused(claim(alice, ClaimCondition.afterRelease(lease.token())))))
                .isEqualTo(lease);
    }

    @Test
    @DisplayName("the release of another term than was seen is refused: the one that was seen may live on (R7)")
    void theReleaseOfAnotherTermIsRefused() {
        Lease given = elect(alice);
        release(given);
        if (isWithout()) {
            return;
        }
        Sighting shown = inspect();

        assertThat(refused(claim(bob, ClaimCondition.afterRelease(given.token() + 1))))
                .isEqualTo(shown);
        assertThat(refused(claim(bob, ClaimCondition.afterRelease(given.token() - 1))))
                .isEqualTo(shown);
        assertThat(granted(claim(bob, ClaimCondition.afterRelease(given.token())))
                        .follows())
                .isEqualTo(given.token());
    }

    @Test
    @DisplayName("where there is no record nothing was given up (R7)")
    void withoutARecordNothingWasGivenUp() {
        if (isWithout()) {
            return;
        }

        assertThat(refused(claim(bob, ClaimCondition.afterRelease(0)))).isInstanceOf(Sighting.Never.class);
        assertThat(inspect()).isInstanceOf(Sighting.Never.class);
    }

    @Test
    @DisplayName("a record that cannot be read was not given up, whatever it was before (R16)")
    void aDamagedRecordWasNotGivenUp() {
        release(elect(alice));
        contract.corrupt(election);
        if (isWithout()) {
            return;
        }
        Sighting damaged = inspect();

        assertThat(refused(claim(bob, ClaimCondition.afterRelease(0)))).isEqualTo(damaged);
        assertThat(inspect()).isEqualTo(damaged);
    }

    @Test
    @DisplayName("a reserved election is granted to its successor alone (R17)")
    void aReservedSeatIsForItsHeir() {
        Lease given = elect(alice);
        store.release(given, Handover.reservedFor(bob.instance(), Duration.ofSeconds(30)), soon());
        if (isWithout()) {
            return;
        }
        Sighting reserved = inspect();

        assertThat(refused(claim(alice, ClaimCondition.afterRelease(given.token()))))
                .isEqualTo(reserved);
        assertThat(granted(claim(bob, ClaimCondition.afterRelease(given.token())))
                        .holder())
                .isEqualTo(bob);
    }

    /** Tells whether the store does not do so, having checked that it refuses to. */
    private boolean isWithout() {
        if (has(Capability.SUCCESSION)) {
            return false;
        }
        Sighting before = record();
        assertThatThrownBy(() -> claim(bob, ClaimCondition.afterRelease(before.lastToken())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(store.name());
        assertThat(record()).isEqualTo(before);
        return true;
    }
}
