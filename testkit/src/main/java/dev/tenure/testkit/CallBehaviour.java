package dev.tenure.testkit;

import static dev.tenure.testkit.StoreTestSteps.extension;
import static dev.tenure.testkit.StoreTestSteps.held;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Calls end by their deadline, and every handle on a store says the same of it. */
abstract class CallBehaviour extends StoreBehaviour {
    CallBehaviour(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("a call whose deadline has passed is not sent (R3)")
    void aCallWhoseDeadlineHasPassedIsNotSent() {
        Deadline passed = passed();
        Lease lease = elect(alice);
        Sighting before = inspect();

        assertUnreachable(() -> store.claim(ballot(bob, ClaimCondition.judged(before, 0)), passed));
        assertUnreachable(() -> store.renew(extension(lease), passed));
        assertUnreachable(() -> store.release(lease, Handover.toAnyone(), passed));
        assertUnreachable(() -> store.inspect(election, passed));
        assertThat(held(inspect())).isEqualTo(lease);
    }

    @Test
    @DisplayName("a store says what it is: a name, a timing, and the same abilities on every handle")
    void aStoreSaysWhatItIs() {
        LeaseStore other = open();

        assertThat(store.name()).isNotBlank().isEqualTo(other.name());
        assertThat(store.timing()).isEqualTo(other.timing());
        assertThat(store.capabilities()).isEqualTo(other.capabilities());
    }
}
