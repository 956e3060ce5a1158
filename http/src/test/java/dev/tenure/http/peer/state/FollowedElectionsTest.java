package dev.tenure.http.peer.state;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.testkit.ManualTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link FollowedElections}: an election that was read before it was watched is read again. */
class FollowedElectionsTest {
    private final FollowedElections elections = new FollowedElections(new ManualTime());
    private final List<String> woken = new ArrayList<>();

    @Test
    void firstWatcherOfAnElectionThatWasReadIsWokenOnce() {
        elections.readUnwatched("payroll");

        elections.watch("payroll", () -> woken.add("first"));
        elections.watch("payroll", () -> woken.add("second"));

        assertThat(woken).containsExactly("first");
    }

    @Test
    void watcherOfAnotherElectionIsNotWoken() {
        elections.readUnwatched("invoices");

        elections.watch("payroll", () -> woken.add("payroll"));

        assertThat(woken).isEmpty();
    }

    @Test
    void watchThatBeginsWhileTheStoreIsReadIsWoken() {
        elections.watch("payroll", () -> woken.add("payroll"));

        elections.readUnwatched("payroll");

        assertThat(woken).containsExactly("payroll");
    }
}
