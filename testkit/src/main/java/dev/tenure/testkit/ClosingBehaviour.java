package dev.tenure.testkit;

import static dev.tenure.testkit.StoreTestSteps.extension;
import static dev.tenure.testkit.StoreTestSteps.held;
import static dev.tenure.testkit.StoreTestSteps.renewed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Candidate;
import dev.tenure.CandidateBuilder;
import dev.tenure.HistoryEntry;
import dev.tenure.StoreException;
import dev.tenure.spi.Baton;
import dev.tenure.spi.Batons;
import dev.tenure.spi.Capability;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Handover;
import dev.tenure.spi.History;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Request;
import dev.tenure.spi.Requests;
import dev.tenure.spi.Roster;
import dev.tenure.spi.Sighting;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A closed store refuses every call at once, and candidates refuse it; other handles are not affected. */
abstract class ClosingBehaviour extends StoreBehaviour {
    ClosingBehaviour(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("closing is idempotent, leaves the records, and leaves other handles open")
    void closingEndsOneHandleOnly() {
        LeaseStore other = open();
        Lease lease = elect(alice);

        store.close();
        store.close();

        assertThat(store.isClosed()).isTrue();
        assertThat(other.isClosed()).isFalse();
        assertThat(held(other.inspect(election, soon()))).isEqualTo(lease);
        assertThat(renewed(other.renew(extension(lease), soon())).isSameTerm(lease))
                .isTrue();
    }

    @Test
    @DisplayName("every call of a closed store fails as unreachable, and says that the store is closed")
    void callsOfClosedStoreAreUnreachable() {
        Lease lease = elect(alice);
        Sighting before = inspect();

        store.close();

        assertClosed(() -> store.claim(ballot(bob, ClaimCondition.judged(before, 0)), soon()));
        assertClosed(() -> store.renew(extension(lease), soon()));
        assertClosed(() -> store.release(lease, Handover.toAnyone(), soon()));
        assertClosed(() -> store.inspect(election, soon()));
        if (has(Capability.BATCH)) {
            assertClosed(() -> store.renewAll(List.of(extension(lease)), soon()));
        }
        assertThat(held(open().inspect(election, soon()))).isEqualTo(lease);
    }

    @Test
    @DisplayName("so does every further call that a closed store was able to do")
    void furtherCallsOfClosedStoreAreUnreachable() {
        store.close();

        if (has(Capability.WATCH)) {
            assertClosed(() -> store.watch(election, () -> {}));
        }
        if (has(Capability.LISTING)) {
            assertClosed(() -> store.elections(soon()));
        }
        if (has(Capability.ROSTER)) {
            assertClosed(() -> store.roster().members(election, soon()));
        }
        if (has(Capability.REQUESTS)) {
            assertClosed(() -> store.requests().pending(List.of(election), soon()));
        }
        if (has(Capability.HISTORY)) {
            assertClosed(() -> store.history().last(election, 1, soon()));
        }
        if (has(Capability.BATON)) {
            assertClosed(() -> store.batons().read(election, soon()));
        }
    }

    @Test
    @DisplayName(
            "a roster, requests, a history and batons that were obtained before the store was closed are closed with it")
    void earlierPartsOfClosedStoreAreUnreachable() {
        if (has(Capability.ROSTER)) {
            Roster roster = closed(LeaseStore::roster);
            assertClosed(() -> roster.attend(Map.of(), soon()));
            assertClosed(() -> roster.members(election, soon()));
            assertClosed(() -> roster.leave(List.of(election), alice.instance(), soon()));
        }
        if (has(Capability.REQUESTS)) {
            Requests requests = closed(LeaseStore::requests);
            Request request = new Request(election, 1, null, contract.now(), "contract");
            assertClosed(() -> requests.submit(request, soon()));
            assertClosed(() -> requests.pending(List.of(election), soon()));
        }
        if (has(Capability.HISTORY)) {
            History history = closed(LeaseStore::history);
            HistoryEntry entry =
                    HistoryEntry.of(election, contract.now(), alice, HistoryEntry.What.ACQUIRED, 1, "elected");
            assertClosed(() -> history.append(entry, soon()));
            assertClosed(() -> history.last(election, 1, soon()));
        }
        if (has(Capability.BATON)) {
            Batons batons = closed(LeaseStore::batons);
            assertClosed(() -> batons.read(election, soon()));
            assertClosed(() -> batons.write(election, new Baton(1, 1, new byte[0], ""), "", soon()));
        }
    }

    /** Opens a store, takes the part from it, and closes it. */
    private <T> T closed(Function<LeaseStore, T> part) {
        try (LeaseStore opened = open()) {
            return part.apply(opened);
        }
    }

    @Test
    @DisplayName("a candidate neither starts nor stands on a closed store")
    void candidatesRefuseClosedStore() {
        String refusal =
                "the " + store.name() + " store is closed: open another one, and close it after its candidates";
        try (Candidate early = Candidate.on(store).start()) {
            store.close();

            assertThatThrownBy(() -> early.stand(election))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(refusal);
            assertThatThrownBy(() -> early.observe(election))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage(refusal);
        }
        CandidateBuilder late = Candidate.on(store);
        assertThatThrownBy(late::start)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(refusal);
    }

    private void assertClosed(ThrowingCallable call) {
        StoreTestSteps.assertFails(StoreException.Kind.UNREACHABLE, call)
                .withMessage(StoreException.closed(store.name()).getMessage());
    }
}
