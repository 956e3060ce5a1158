package dev.tenure.testkit;

import static dev.tenure.testkit.StoreTestSteps.extension;
import static dev.tenure.testkit.StoreTestSteps.granted;
import static dev.tenure.testkit.StoreTestSteps.held;
import static dev.tenure.testkit.StoreTestSteps.newAttempt;
import static dev.tenure.testkit.StoreTestSteps.refused;
import static dev.tenure.testkit.StoreTestSteps.renewed;
import static dev.tenure.testkit.StoreTestSteps.wall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.RemainingTime;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A store with a clock judges by it; a store without one does not pretend. */
abstract class ClockBehaviour extends StoreBehaviour {
    /** How much later than the end of its lease a waiting test may notice it, or how coarse a clock may tick. */
    private static final Duration TICK = Duration.ofMillis(50);

    ClockBehaviour(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("a lease that still runs is refused, by a claim that saw it and by one that did not (SC-C2, RV-22)")
    void aRunningLeaseIsRefused() {
        Lease lease = elect(alice);
        if (isWithoutAClock()) {
            return;
        }
        contract.elapse(election, contract.ttl().dividedBy(2));

        assertThat(held(refused(claim(bob, ClaimCondition.unseen())))).isEqualTo(lease);
        assertThat(held(refused(claim(bob, ClaimCondition.byStoreClock(inspect(), 0)))))
                .isEqualTo(lease);
        assertThat(held(refused(claim(alice, ClaimCondition.unseen())))).isEqualTo(lease);
        assertThat(held(inspect())).isEqualTo(lease);
    }

    @Test
    @DisplayName("a lease that has run out is granted to one that never saw it (SC-C3)")
    void aLeaseThatHasRunOutIsGrantedUnseen() {
        Lease dead = elect(alice);
        if (isWithoutAClock()) {
            return;
        }
        contract.elapse(election, contract.ttl());

        Lease lease = granted(claim(bob, ClaimCondition.unseen()));

        assertThat(lease.holder()).isEqualTo(bob);
        assertThat(lease.token()).isGreaterThan(dead.token());
    }

    @Test
    @DisplayName("a lease that has run out is granted to one that watched it, on that very record (SC-C3)")
    void aLeaseThatHasRunOutIsGrantedOnTheRecordSeen() {
        elect(alice);
        Sighting stale = inspect();
        Lease dead = elect(alice);
        if (isWithoutAClock()) {
            return;
        }
        Sighting seen = inspect();
        contract.elapse(election, contract.ttl());

        assertThat(held(refused(claim(bob, ClaimCondition.byStoreClock(stale, 0)))))
                .isEqualTo(dead);
        assertThat(granted(claim(bob, ClaimCondition.byStoreClock(seen, 0))).holder())
                .isEqualTo(bob);
    }

    @Test
    @DisplayName("a released lease is granted at once to one that never saw it (SC-C7)")
    void aReleasedLeaseIsGrantedUnseen() {
        release(elect(alice));
        if (isWithoutAClock()) {
            return;
        }

        assertThat(granted(claim(bob, ClaimCondition.unseen())).holder()).isEqualTo(bob);
    }

    @Test
    @DisplayName("a lease that has run out cannot be renewed, though nobody took it (SC-C6, RV-26)")
    void aLeaseThatHasRunOutCannotBeRenewed() {
        Lease lease = elect(alice);
        if (isWithoutAClock()) {
            return;
        }
        contract.elapse(election, contract.ttl());

        assertThat(held(refused(renew(lease)))).isEqualTo(lease);
        assertThat(held(inspect())).isEqualTo(lease);
        assertThat(remainingTime().remaining()).isZero();
    }

    @Test
    @DisplayName("a renewed lease runs for its ttl anew, from the renewal on (RV-25)")
    void aRenewedLeaseRunsAnew() {
        Lease lease = elect(alice);
        if (isWithoutAClock()) {
            return;
        }
        Duration mostOfIt = contract.ttl().multipliedBy(2).dividedBy(3);
        contract.elapse(election, mostOfIt);
        Lease next = renewed(renew(lease));
        contract.elapse(election, mostOfIt);

        assertThat(held(refused(claim(bob, ClaimCondition.unseen())))).isEqualTo(next);
        contract.elapse(election, mostOfIt);
        assertThat(granted(claim(bob, ClaimCondition.unseen())).holder()).isEqualTo(bob);
    }

    @Test
    @DisplayName("the store tells how long a lease still runs")
    void theStoreTellsHowLongALeaseStillRuns() {
        elect(alice);
        if (isWithoutAClock()) {
            return;
        }
        Duration quarter = contract.ttl().dividedBy(4);
        Duration first = remainingTime().remaining();
        contract.elapse(election, quarter);
        Duration second = remainingTime().remaining();
        contract.elapse(election, contract.ttl());

        assertThat(first).isPositive().isLessThanOrEqualTo(contract.ttl());
        assertThat(second).isPositive().isLessThanOrEqualTo(first.minus(quarter));
        assertThat(remainingTime().remaining()).isZero();
    }

    @Test
    @DisplayName("a lease that was waited out is granted although the store's clock says it still runs (R16)")
    void aLeaseThatWasWaitedOutIsGrantedAgainstTheClock() {
        elect(alice);
        if (isWithoutAClock()) {
            return;
        }
        Sighting futureDated = inspect();

        assertThat(remainingTime().remaining()).isPositive();
        assertThat(granted(claim(bob, ClaimCondition.judged(futureDated, 0))).holder())
                .isEqualTo(bob);
    }

    @Test
    @DisplayName("a reserved election is granted to its successor at once, to others after the reservation (R17)")
    void aReservedSeatIsKeptForItsHeir() {
        Duration length = Duration.ofSeconds(30);
        store.release(elect(alice), Handover.reservedFor(bob.instance(), length), soon());
        Sighting reserved = inspect();
        if (isWithoutAClock()) {
            return;
        }

        assertThat(refused(claim(alice, ClaimCondition.unseen()))).isEqualTo(reserved);
        assertThat(refused(claim(alice, ClaimCondition.byStoreClock(reserved, 0))))
                .isEqualTo(reserved);
        Lease heirs = granted(claim(bob, ClaimCondition.unseen()));

        store.release(heirs, Handover.reservedFor(bob.instance(), length), soon());
        contract.elapse(election, length);
        assertThat(granted(claim(alice, ClaimCondition.unseen())).holder()).isEqualTo(alice);
    }

    @Test
    @DisplayName("a lease runs out in real time")
    void aLeaseRunsOutInRealTime() {
        if (isWithoutAClock()) {
            return;
        }
        LeaseStore live = closedAfterwards(contract.openInRealTime());
        TimeSource time = TimeSource.system();
        long start = time.nanos();
        WriteStamp stamp = new WriteStamp(0, newAttempt(), wall());
        Lease lease = granted(live.claim(
                new Ballot(election, alice, contract.realTimeTtl(), stamp, ClaimCondition.unseen()), soon()));
        while (!remaining(live.inspect(election, soon())).isZero()) {
            assertThat(Duration.ofNanos(time.nanos() - start))
                    .isLessThan(lease.ttl().plus(contract.callLimit()));
        }

        assertThat(Duration.ofNanos(time.nanos() - start))
                .isGreaterThan(lease.ttl().minus(TICK));
        assertThat(refused(live.renew(extension(lease), soon())).lastToken()).isEqualTo(lease.token());
        assertThat(granted(live.claim(ballot(bob, ClaimCondition.unseen()), soon()))
                        .holder())
                .isEqualTo(bob);
    }

    /** Tells whether the store has no clock, having checked that it does not act as if it had one. */
    private boolean isWithoutAClock() {
        if (has(Capability.STORE_CLOCK)) {
            return false;
        }
        if (inspect() instanceof Sighting.Held held) {
            assertThat(held.remainingTime()).isNull();
        }
        assertThatAClaimWithoutASightingIsRefusedByName();
        return true;
    }

    private RemainingTime remainingTime() {
        Sighting.Held held =
                assertThat(inspect()).asInstanceOf(type(Sighting.Held.class)).actual();
        return Objects.requireNonNull(held.remainingTime(), "a store with a clock tells how long a lease still runs");
    }

    private static Duration remaining(Sighting sighting) {
        Sighting.Held held =
                assertThat(sighting).asInstanceOf(type(Sighting.Held.class)).actual();
        return Objects.requireNonNull(held.remainingTime(), "countdown").remaining();
    }
}
