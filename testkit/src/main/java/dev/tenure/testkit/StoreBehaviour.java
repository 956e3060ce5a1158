package dev.tenure.testkit;

import static dev.tenure.testkit.StoreTestSteps.extension;
import static dev.tenure.testkit.StoreTestSteps.granted;
import static dev.tenure.testkit.StoreTestSteps.identity;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;

/** The base of one group of the contract: a store, an election that no other test uses, and two candidates. */
abstract class StoreBehaviour {
    final LeaseStoreContract contract;
    final String election;
    final Identity alice = identity("alice");
    final Identity bob = identity("bob");
    LeaseStore store;

    private final List<LeaseStore> handles = new ArrayList<>();

    StoreBehaviour(LeaseStoreContract contract) {
        this.contract = contract;
        this.election = contract.newElection();
    }

    @BeforeEach
    void openStore(TestInfo test) {
        Exemptions.apply(contract.exemptions(), test);
        store = open();
    }

    @AfterEach
    void closeStores() {
        handles.forEach(LeaseStore::close);
    }

    final LeaseStore open() {
        return closedAfterwards(contract.open());
    }

    final LeaseStore closedAfterwards(LeaseStore handle) {
        handles.add(handle);
        return handle;
    }

    final boolean has(Capability capability) {
        return store.capabilities().contains(capability);
    }

    /** Tells whether the store lacks a capability, and then checks that its use is refused by name. */
    final boolean lacks(Capability capability, ThrowingCallable use) {
        if (has(capability)) {
            return false;
        }
        assertThatThrownBy(use)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageContaining(store.name());
        return true;
    }

    final Deadline soon() {
        return StoreTestSteps.within(contract.callLimit());
    }

    static Deadline passed() {
        TimeSource time = TimeSource.system();
        return new Deadline(time, time.nanos() - 1);
    }

    static void assertUnreachable(ThrowingCallable call) {
        StoreTestSteps.assertFails(StoreException.Kind.UNREACHABLE, call);
    }

    final Ballot ballot(Identity candidate, ClaimCondition condition) {
        return StoreTestSteps.ballot(election, candidate, contract.ttl(), condition);
    }

    final Answer claim(Identity candidate, ClaimCondition condition) {
        return store.claim(ballot(candidate, condition), soon());
    }

    /** Lets the candidate replace whatever is there, as one that has waited it out. */
    final Lease elect(Identity candidate) {
        return granted(claim(candidate, ClaimCondition.judged(inspect(), 0)));
    }

    final Renewal renew(Lease held) {
        return store.renew(extension(held), soon());
    }

    final void release(Lease lease) {
        store.release(lease, Handover.toAnyone(), soon());
    }

    final Sighting inspect() {
        return store.inspect(election, soon());
    }

    /** Returns what the record shows, without what a clock adds to it. */
    final Sighting record() {
        Sighting found = inspect();
        return found instanceof Sighting.Held held ? new Sighting.Held(held.lease(), null) : found;
    }

    /** Returns a lease that differs from the real one only in its holder, and was never written. */
    static Lease inTheGuiseOf(Lease real, Lease foreign) {
        return new Lease(
                real.election(),
                foreign.holder(),
                real.token(),
                real.follows(),
                real.since(),
                real.ttl(),
                real.stamp(),
                foreign.version());
    }

    /** Checks what a store without a clock owes to a claim that leaves the judgement to it. */
    final void assertThatAClaimWithoutASightingIsRefusedByName() {
        Sighting before = record();

        assertThatThrownBy(() -> claim(bob, ClaimCondition.unseen()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(store.name());
        assertThat(record()).isEqualTo(before);
    }
}
