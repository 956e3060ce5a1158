package dev.tenure.testkit;

import static dev.tenure.testkit.StoreTestSteps.granted;
import static dev.tenure.testkit.StoreTestSteps.released;
import static dev.tenure.testkit.StoreTestSteps.renewed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Tokens grow strictly, whatever happens to the record (R15). */
abstract class TokenBehaviour extends StoreBehaviour {
    TokenBehaviour(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("a token is at least the microseconds since 1970")
    void aTokenIsAtLeastTheMicrosecondsSince1970() {
        long before = micros(contract.now());

        assertThat(elect(alice).token()).isGreaterThanOrEqualTo(before);
    }

    @Test
    @DisplayName("a token is above the highest its candidate has ever seen")
    void aTokenIsAboveTheHighestEverSeen() {
        long seen = micros(contract.now().plus(Duration.ofDays(1)));

        Lease lease = granted(claim(alice, ClaimCondition.judged(inspect(), seen)));

        assertThat(lease.token()).isEqualTo(seen + 1);
    }

    @Test
    @DisplayName("a token is above the last one even if the clock is behind it")
    void aTokenIsAboveTheLastOneEvenIfTheClockIsBehind() {
        long ahead = micros(contract.now().plus(Duration.ofDays(1)));
        Lease first = granted(claim(alice, ClaimCondition.judged(inspect(), ahead)));

        Lease second = granted(claim(bob, new ClaimCondition(inspect(), true, 0)));
        release(second);
        Lease third = granted(claim(alice, new ClaimCondition(inspect(), true, 0)));

        assertThat(second.token()).isEqualTo(first.token() + 1);
        assertThat(third.token()).isEqualTo(second.token() + 1);
    }

    @Test
    @DisplayName("tokens grow over releases and take-overs")
    void tokensGrowOverReleasesAndTakeOvers() {
        long last = 0;
        for (int term = 0; term < 20; term++) {
            Lease lease = elect(term % 3 == 0 ? alice : bob);
            assertThat(lease.token()).isGreaterThan(last);
            last = lease.token();
            if (term % 2 == 0) {
                release(lease);
            }
        }
    }

    @Test
    @DisplayName("tokens grow although the record vanished, by the clock")
    void tokensGrowThoughTheRecordVanished() {
        Lease lease = elect(alice);
        contract.forget(election);
        long before = micros(contract.now());

        assertThat(elect(bob).token()).isGreaterThanOrEqualTo(Math.max(before, lease.token()));
    }

    @Test
    @DisplayName("tokens grow although the record vanished and the clock went back, by what the candidate knows")
    void tokensGrowThoughTheRecordVanishedAndTheClockWentBack() {
        long ahead = micros(contract.now().plus(Duration.ofDays(1)));
        Lease lease = granted(claim(alice, ClaimCondition.judged(inspect(), ahead)));
        contract.forget(election);

        Lease next = granted(claim(bob, ClaimCondition.judged(inspect(), lease.token())));

        assertThat(next.token()).isGreaterThan(lease.token());
    }

    @Test
    @DisplayName("tokens grow although the record was damaged")
    void tokensGrowThoughTheRecordWasDamaged() {
        Lease lease = elect(alice);
        contract.corrupt(election);

        Lease next = granted(claim(bob, ClaimCondition.judged(inspect(), lease.token())));

        assertThat(next.token()).isGreaterThan(lease.token());
    }

    @Test
    @DisplayName("a claim by a candidate that has seen the highest possible token is refused, never given a lower one")
    void aClaimAboveTheHighestTokenSeenIsRefused() {
        Sighting before = inspect();

        StoreTestSteps.assertFails(
                StoreException.Kind.MISCONFIGURED,
                () -> claim(alice, new ClaimCondition(before, true, Lease.MAX_TOKEN)));
        assertThat(inspect()).isEqualTo(before);
    }

    @Test
    @DisplayName("a record that shows the highest token there can be is not claimed, but renewed and released")
    void aRecordWithTheHighestTokenIsNotClaimed() {
        Lease last = granted(claim(alice, new ClaimCondition(inspect(), true, Lease.MAX_TOKEN - 1)));
        assertThat(last.token()).isEqualTo(Lease.MAX_TOKEN);
        Lease renewed = renewed(renew(last));
        StoreTestSteps.assertFails(
                StoreException.Kind.MISCONFIGURED, () -> claim(bob, new ClaimCondition(inspect(), true, 0)));
        assertThat(record()).isEqualTo(new Sighting.Held(renewed, null));
        release(renewed);

        assertThat(released(inspect()).lastToken()).isEqualTo(Lease.MAX_TOKEN);
        StoreTestSteps.assertFails(
                StoreException.Kind.MISCONFIGURED, () -> claim(bob, new ClaimCondition(inspect(), true, 0)));
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
    }
}
