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
    private static final long CALL = CampaignRig.TIMING.callTimeout().toNanos();

    @Test
    @DisplayName("a candidate refuses more elections than it could renew within four fifths of an interval")
    void moreThanCanBeRenewedIsRefused() {
        Capacity capacity = new Capacity(4, 1);
        assertThatNoException()
                .as("nothing is known yet")
                .isThrownBy(() -> capacity.require(1_000_000, CampaignRig.TIMING));
        capacity.measured(1, Duration.ofMillis(10).toNanos());
        assertThatNoException().isThrownBy(() -> capacity.require(1_600, CampaignRig.TIMING));

        assertThatThrownBy(() -> capacity.require(1_601, CampaignRig.TIMING))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("1601 elections could not be renewed every 5.0 s: a call takes 10.0 ms; raise ttl and"
                        + " interval, or share the elections out among more candidates");
    }

    @Test
    @DisplayName("leases that fall due together have half of a call's time, in calls as large as are in time")
    void aStoreThatRenewsManyAtOnceKeepsThatManyMore() {
        Capacity capacity = new Capacity(1, 1_000);
        capacity.measured(100, Duration.ofMillis(100).toNanos());

        assertThat(capacity.perCall(CALL)).isEqualTo(750);
        assertThat(capacity.leases(CampaignRig.TIMING)).isEqualTo(15 * 750);
        assertThatThrownBy(() -> capacity.require(11_251, CampaignRig.TIMING))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("a call takes 100.0 ms, and may carry 750");
    }

    @Test
    @DisplayName("full calls tell exactly how many leases can be kept")
    void fullCallsTellHowManyCanBeKept() {
        Capacity capacity = new Capacity(3, 5_000);
        for (int i = 0; i < 100; i++) {
            int leases = capacity.perCall(CALL);
            capacity.measured(leases, leases * Duration.ofMillis(2).toNanos());
        }

        assertThat(capacity.leases(CampaignRig.TIMING)).isBetween(2_200, 2_250);
    }

    @Test
    void aBatchThatWasTooLargeForItsTimeTellsSoAtOnce() {
        Capacity capacity = new Capacity(1, 5_000);
        for (int i = 0; i < 100; i++) {
            capacity.measured(500, Duration.ofMillis(5).toNanos());
        }
        assertThat(capacity.perCall(CALL)).isEqualTo(5_000);

        capacity.tooMany(500, Duration.ofMillis(1_500).toNanos());

        assertThat(capacity.perCall(CALL)).isEqualTo(250);
        assertThat(capacity.leases(CampaignRig.TIMING)).isEqualTo(500);
    }

    @Test
    void oneSlowCallHardlyCounts() {
        Capacity capacity = new Capacity(4, 1);
        for (int i = 0; i < 100; i++) {
            capacity.measured(1, Duration.ofMillis(10).toNanos());
        }
        capacity.measured(1, Duration.ofMillis(50).toNanos());

        assertThat(capacity.leases(CampaignRig.TIMING)).isGreaterThan(1_100);
    }

    @Test
    void atLeastOneLeaseTravels() {
        Capacity capacity = new Capacity(1, 5_000);
        capacity.tooMany(2, Duration.ofSeconds(100).toNanos());

        assertThat(capacity.perCall(CALL)).isOne();
    }
}
