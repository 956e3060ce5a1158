package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.tenure.Identity;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Extension;
import dev.tenure.spi.Grounds;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.Stamp;
import dev.tenure.spi.StoreException;
import dev.tenure.spi.TimeSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInfo;

/** One part of the contract: a store, an election of its own, two candidates, and what they do to the store. */
abstract class StoreBehaviour {
    final LeaseStoreContract contract;
    final String election;
    final Identity alice = identity("alice");
    final Identity bob = identity("bob");
    LeaseStore store;

    private final List<LeaseStore> handles = new ArrayList<>();
    private final AtomicLong attempts = new AtomicLong();

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

    /** Returns another start of a process under this name. */
    static Identity identity(String name) {
        return new Identity(UUID.randomUUID().toString(), name, null);
    }

    final Deadline soon() {
        return Deadline.after(TimeSource.system(), contract.callLimit());
    }

    static Deadline passed() {
        TimeSource time = TimeSource.system();
        return new Deadline(time, time.nanos() - 1);
    }

    static void assertUnreachable(ThrowingCallable call) {
        assertThatThrownBy(call)
                .asInstanceOf(type(StoreException.class))
                .extracting(StoreException::kind)
                .isEqualTo(StoreException.Kind.UNREACHABLE);
    }

    final Ballot ballot(Identity candidate, Grounds grounds) {
        return new Ballot(election, candidate, contract.ttl(), new Stamp(0, newAttempt(), wall()), grounds);
    }

    final long newAttempt() {
        return attempts.incrementAndGet();
    }

    final Instant wall() {
        return Instant.ofEpochMilli(TimeSource.system().wallMillis());
    }

    final Answer claim(Identity candidate, Grounds grounds) {
        return store.claim(ballot(candidate, grounds), soon());
    }

    /** Lets the candidate replace whatever is there, as one that has waited it out. */
    final Lease elect(Identity candidate) {
        return granted(claim(candidate, Grounds.judged(inspect(), 0)));
    }

    final Extension extension(Lease held) {
        return new Extension(held, held.renewed(held.ttl(), held.stamp().next(newAttempt(), wall())));
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

    /** Returns a lease that differs from the real one only in who holds it, and was never written. */
    static Lease inTheGuiseOf(Lease real, Lease foreign) {
        return new Lease(
                real.election(),
                foreign.holder(),
                real.token(),
                real.since(),
                real.ttl(),
                real.stamp(),
                foreign.version());
    }

    static Lease granted(Answer answer) {
        return assertThat(answer)
                .asInstanceOf(type(Answer.Granted.class))
                .actual()
                .lease();
    }

    static Sighting refused(Answer answer) {
        return assertThat(answer)
                .asInstanceOf(type(Answer.Refused.class))
                .actual()
                .found();
    }

    static Lease renewed(Renewal renewal) {
        return assertThat(renewal)
                .asInstanceOf(type(Renewal.Renewed.class))
                .actual()
                .lease();
    }

    static Sighting refused(Renewal renewal) {
        return assertThat(renewal)
                .asInstanceOf(type(Renewal.Refused.class))
                .actual()
                .found();
    }

    static Lease held(Sighting sighting) {
        return assertThat(sighting)
                .asInstanceOf(type(Sighting.Held.class))
                .actual()
                .lease();
    }

    static Sighting.Released released(Sighting sighting) {
        return assertThat(sighting).asInstanceOf(type(Sighting.Released.class)).actual();
    }

    /** Checks what a store without a clock owes to a claim that leaves the judgement to it. */
    final void assertThatAClaimWithoutASightingIsRefusedByName() {
        Sighting before = record();

        assertThatThrownBy(() -> claim(bob, Grounds.unseen()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(store.name());
        assertThat(record()).isEqualTo(before);
    }
}
