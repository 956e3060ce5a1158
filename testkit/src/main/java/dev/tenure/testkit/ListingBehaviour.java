package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Capability;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A store that can list its elections names each by its exact name; a store that cannot says so. */
abstract class ListingBehaviour extends StoreBehaviour {
    ListingBehaviour(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("an election is listed once it has a leader, and stays listed when nobody leads it any more")
    void whatHadALeaderIsListed() {
        if (lacks(Capability.LISTING, () -> store.elections(soon()))) {
            return;
        }
        assertThat(store.elections(soon())).doesNotContain(election);
        Lease lease = elect(alice);

        assertThat(open().elections(soon())).contains(election);
        store.release(lease, Handover.toAnyone(), soon());

        assertThat(store.elections(soon())).contains(election);
    }
}
