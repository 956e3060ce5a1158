package dev.tenure.testkit;

import static dev.tenure.testkit.StoreTestSteps.granted;
import static dev.tenure.testkit.StoreTestSteps.held;
import static dev.tenure.testkit.StoreTestSteps.newAttempt;
import static dev.tenure.testkit.StoreTestSteps.refused;
import static dev.tenure.testkit.StoreTestSteps.released;
import static dev.tenure.testkit.StoreTestSteps.renewed;
import static dev.tenure.testkit.StoreTestSteps.wall;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.tenure.Identity;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Records keep what was written, apart from each other, and damage is reported. */
abstract class RecordBehaviour extends StoreBehaviour {
    RecordBehaviour(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("every field of a lease is kept: unusual names, and an address (SC-D7)")
    void everyFieldIsKept() {
        assertKept(Identity.ofInstance("id-é-選")
                .withName("Zoë \"the\\node\" 選挙 🗳, line")
                .withAddress("https://[::1]:8443/a?b=c&d=é"));
    }

    @Test
    @DisplayName("a candidate without an address is kept as one")
    void aMissingAddressIsKept() {
        assertKept(Identity.ofInstance("plain"));
    }

    @Test
    @DisplayName("a ttl is kept, or rounded down and the granted lease says so (R1)")
    void aTtlIsKeptOrRoundedDown() {
        Duration asked = contract.sharesOneTtl() ? contract.ttl() : Duration.ofMillis(2718);
        Lease lease = granted(store.claim(
                new Ballot(election, alice, asked, new WriteStamp(0, 7, wall()), ClaimCondition.judged(inspect(), 0)),
                soon()));

        assertThat(lease.ttl()).isBetween(asked.minus(contract.rounding()), asked);
        assertThat(held(inspect()).ttl()).isEqualTo(lease.ttl());
    }

    @Test
    @DisplayName("large numbers are kept")
    void largeNumbersAreKept() {
        WriteStamp stamp = new WriteStamp(Long.MAX_VALUE - 1, Long.MIN_VALUE, wall());
        Lease lease = granted(store.claim(
                new Ballot(
                        election,
                        alice,
                        contract.ttl(),
                        stamp,
                        new ClaimCondition(inspect(), true, Lease.MAX_TOKEN - 2)),
                soon()));

        assertThat(held(inspect()).stamp().renewal()).isEqualTo(stamp.renewal());
        assertThat(held(inspect()).stamp().attempt()).isEqualTo(stamp.attempt());
        assertThat(held(inspect()).token()).isEqualTo(lease.token()).isEqualTo(Lease.MAX_TOKEN - 1);
    }

    @Test
    @DisplayName("legal names are accepted and kept apart (SC-6, SC-D7, RV-3)")
    void legalNamesAreAcceptedAndKeptApart() {
        Map<String, Lease> leases = new HashMap<>();
        for (String name : contract.legalNames()) {
            store.checkName(name);
            ClaimCondition condition = ClaimCondition.judged(store.inspect(name, soon()), 0);
            leases.put(
                    name,
                    granted(store.claim(
                            new Ballot(name, alice, contract.ttl(), new WriteStamp(0, newAttempt(), wall()), condition),
                            soon())));
        }

        leases.forEach(
                (name, lease) -> assertThat(held(store.inspect(name, soon()))).isEqualTo(lease));
        leases.forEach((name, lease) -> store.release(lease, Handover.toAnyone(), soon()));
        leases.forEach((name, lease) ->
                assertThat(released(store.inspect(name, soon())).lastToken()).isEqualTo(lease.token()));
    }

    @Test
    @DisplayName("names that could not be kept are refused (SC-7)")
    void illegalNamesAreRefused() {
        assertThat(contract.illegalNames())
                .allSatisfy(name -> assertThatThrownBy(() -> store.checkName(name))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessageMatching("(?s).+"));
        assertThatCode(() -> store.checkName(election)).doesNotThrowAnyException();
    }

    @Test
    @DisplayName("elections do not disturb each other (RV-3)")
    void electionsDoNotDisturbEachOther() {
        Lease lease = elect(alice);
        String other = contract.newElection();
        Answer answer = store.claim(
                new Ballot(
                        other,
                        bob,
                        contract.ttl(),
                        new WriteStamp(0, 1, wall()),
                        ClaimCondition.judged(new Sighting.Never(), 0)),
                soon());

        store.release(granted(answer), Handover.toAnyone(), soon());

        assertThat(held(inspect())).isEqualTo(lease);
        assertThat(renewed(renew(lease)).isSameTerm(lease)).isTrue();
    }

    @Test
    @DisplayName("a damaged record is reported, with a version, and is nobody's (R16)")
    void aDamagedRecordIsReported() {
        Lease lease = elect(alice);
        contract.corrupt(election);

        Sighting.Unreadable damaged = unreadable(inspect());
        assertThat(damaged.problem()).isNotBlank();
        assertThat(damaged.version()).isNotEmpty().isNotEqualTo(lease.version());
        assertThat(inspect()).isEqualTo(damaged);

        assertThat(refused(renew(lease))).isEqualTo(damaged);
        release(lease);
        assertThat(inspect()).isEqualTo(damaged);
    }

    @Test
    @DisplayName("a damaged record is replaced only by a claim that waited it out (R16)")
    void damagedRecordIsReplacedOnceWaitedOut() {
        elect(alice);
        Sighting before = inspect();
        contract.corrupt(election);
        Sighting damaged = inspect();

        assertThat(refused(claim(bob, ClaimCondition.judged(before, 0)))).isEqualTo(damaged);
        if (has(Capability.STORE_CLOCK)) {
            assertThat(refused(claim(bob, ClaimCondition.unseen()))).isEqualTo(damaged);
        }
        Lease lease = granted(claim(bob, ClaimCondition.judged(damaged, 0)));

        assertThat(held(inspect())).isEqualTo(lease);
        assertThat(renewed(renew(lease)).isSameTerm(lease)).isTrue();
    }

    private static Sighting.Unreadable unreadable(Sighting sighting) {
        return assertThat(sighting)
                .asInstanceOf(type(Sighting.Unreadable.class))
                .actual();
    }

    private void assertKept(Identity candidate) {
        Ballot ballot = ballot(candidate, ClaimCondition.judged(inspect(), 0));

        Lease lease = granted(store.claim(ballot, soon()));
        Lease kept = held(open().inspect(election, soon()));

        assertThat(kept).isEqualTo(lease);
        assertThat(kept.election()).isEqualTo(election);
        assertThat(kept.holder()).isEqualTo(candidate);
        assertThat(kept.ttl()).isEqualTo(ballot.ttl());
        assertThat(kept.stamp().renewal()).isZero();
        assertThat(kept.stamp().attempt()).isEqualTo(ballot.stamp().attempt());
        assertThat(kept.stamp().at())
                .isBetween(
                        ballot.stamp().at().minus(contract.rounding()),
                        ballot.stamp().at());
        assertThat(kept.since())
                .isBetween(
                        ballot.stamp().at().minus(contract.rounding()),
                        ballot.stamp().at());
    }
}
