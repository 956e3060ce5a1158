package dev.tenure.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.internal.protocol.CampaignRig;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("How many leases a candidate can keep, by how long its calls take")
class CapacityTest {
    private static final long BUDGET = Duration.ofSeconds(2).toNanos();

    private static void measured(Capacity capacity, int times, int leases, Duration each) {
        for (int i = 0; i < times; i++) {
            capacity.measured(leases, each.toNanos(), BUDGET);
        }
    }

    @Test
    @DisplayName("a candidate refuses more elections than it could renew twice within a ttl at the latency it measures")
    void moreThanCanBeRenewedIsRefused() {
        Capacity capacity = new Capacity(4, 1, 1);
        measured(capacity, Capacity.FEWEST_CALLS - 1, 1, Duration.ofMillis(10));
        assertThatNoException()
                .as("too little is known yet")
                .isThrownBy(() -> capacity.require(1_000_000, CampaignRig.TIMING));
        measured(capacity, 1, 1, Duration.ofMillis(10));
        assertThatNoException().isThrownBy(() -> capacity.require(3_000, CampaignRig.TIMING));

        assertThatThrownBy(() -> capacity.require(3_001, CampaignRig.TIMING))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("3001 elections could not be renewed twice within a ttl of 15.0 s: a call takes 10.0 ms;"
                        + " raise ttl, or share the elections out among more candidates");
    }

    @Test
    void aStoreThatRenewsManyAtOnceKeepsThatManyMore() {
        Capacity capacity = new Capacity(1, 1_000, 1_000);
        measured(capacity, Capacity.FEWEST_CALLS, 1_000, Duration.ofMillis(100));

        assertThat(capacity.leases(CampaignRig.TIMING)).isEqualTo(75_000);
        assertThatThrownBy(() -> capacity.require(75_001, CampaignRig.TIMING))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a call that renews up to 1000 takes 100.0 ms");
    }

    @Test
    void callsThatAreAnsweredQuicklyCarryMoreUpToALimit() {
        Capacity capacity = new Capacity(1, 250, 1_000);
        measured(capacity, 5, 1_000, Duration.ofMillis(20));

        assertThat(capacity.perCall()).isEqualTo(1_000);
    }

    @Test
    void callsThatTakeTooMuchOfTheirTimeCarryLess() {
        Capacity capacity = new Capacity(1, 1_000, 1_000);
        measured(capacity, 1, 1_000, Duration.ofMillis(600));

        assertThat(capacity.perCall()).isEqualTo(500);
    }

    @Test
    @DisplayName("a slow call that carries few leases is not slow because of them: smaller calls would not help")
    void aSlowCallWithFewLeasesChangesNothing() {
        Capacity capacity = new Capacity(1, 1_000, 1_000);
        measured(capacity, 20, 10, Duration.ofMillis(1_900));

        assertThat(capacity.perCall()).isEqualTo(1_000);
    }

    @Test
    void atLeastOneLeaseTravels() {
        Capacity capacity = new Capacity(1, 8, 1_000);
        measured(capacity, 20, 8, Duration.ofSeconds(2));

        assertThat(capacity.perCall()).isOne();
    }
}
