package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.testkit.FaultyStore.Operation;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The examples of docs/testing.md. */
class DocumentedUseTest {
    // snippet: application
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Test
    void theTermEndsWhenTheStoreIsGone() throws InterruptedException {
        FaultyStore store = new FaultyStore(new MemoryStore(TimeSource.system()));
        try (Candidate node = Candidate.on(store)
                .closingStore()
                .timing(Timing.of(Duration.ofSeconds(1)))
                .start()) {
            Election nightly = node.stand("nightly");
            RecordingListener heard = new RecordingListener();
            nightly.subscribe(heard);
            Term term = nightly.awaitLeadership(LIMIT).orElseThrow();

            store.every(Fault.unreachable());

            heard.await(ElectionEvent.Lost.class, LIMIT);
            assertThat(term.isCurrent()).isFalse();
        }
    }
    // end

    @Test
    void aClaimWhoseAnswerWasLostIsNotLost() throws InterruptedException {
        FaultyStore store = new FaultyStore(new MemoryStore(TimeSource.system()));
        // snippet: script
        store.next(Operation.CLAIM, Fault.answerLost()); // the lease is written, and the candidate does not know
        CallGate gate = CallGate.shut();
        store.next(Operation.RENEW, Fault.none().heldBefore(gate)); // the first renewal hangs until gate.open()
        // end
        try (Candidate node = Candidate.on(store).closingStore().start()) {
            assertThat(node.stand("nightly").awaitLeadership(LIMIT)).isPresent();
            assertThat(gate.awaitCall(LIMIT)).isTrue();
            gate.open();
        }
        assertThat(store.count(Operation.CLAIM)).isEqualTo(1);
    }
}
