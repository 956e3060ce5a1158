package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.Identity;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Registration;
import dev.tenure.spi.RevocationCallback;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A store that chooses its candidates hears from them, and reaches them. */
class ChosenByTheStoreTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    /** A store that keeps the entries of its candidates. */
    private static final class Choosing extends ForwardingStore {
        private final List<String> told = new CopyOnWriteArrayList<>();
        private volatile @Nullable RevocationCallback recall;

        Choosing() {
            super(new MemoryStore(TimeSource.system()));
        }

        @Override
        public Registration register(String election, Identity candidate, RevocationCallback newRecall) {
            told.add("enters");
            recall = newRecall;
            return new Registration() {
                private boolean willing = true;

                @Override
                public void willing(boolean isWilling) {
                    if (isWilling != willing) {
                        willing = isWilling;
                        told.add(willing ? "is willing" : "is not willing");
                    }
                }

                @Override
                public void close() {
                    told.add("leaves");
                }
            };
        }

        RevocationCallback recall() {
            return java.util.Objects.requireNonNull(recall);
        }

        @Override
        public void release(Lease lease, Handover to, Deadline deadline) {
            told.add("releases");
            super.release(lease, to, deadline);
        }

        @Override
        public String name() {
            return "choosing";
        }

        @Override
        public Set<Capability> capabilities() {
            return Set.of(Capability.STORE_CLOCK);
        }

        @Override
        public Timing timing() {
            return Timing.of(Duration.ofSeconds(2), Duration.ofMillis(100));
        }
    }

    @Test
    @DisplayName(
            "a candidate enters, says when it would not lead, and leaves when all is released; observers do neither")
    void aCandidateEntersAndLeaves() throws InterruptedException {
        Choosing store = new Choosing();
        Candidate node = Candidate.on(store).closingStore().start();
        node.observe("e");
        Election election = node.stand("e");
        assertThat(election.awaitLeadership(LIMIT)).isPresent();
        node.close();

        assertThat(store.told).containsExactly("enters", "is not willing", "releases", "leaves");
    }

    @Test
    @DisplayName("a term ends gracefully when the store asks for it, and another may follow at once")
    void aTermIsHandedOver() throws InterruptedException {
        Choosing store = new Choosing();
        try (Candidate node = Candidate.on(store).closingStore().start()) {
            Election election = node.stand("e");
            RecordingListener heard = new RecordingListener();
            election.subscribe(heard);
            Term term = election.awaitLeadership(LIMIT).orElseThrow();

            store.recall().handOver(term.token() + 1, "not meant");
            store.recall().handOver(term.token(), "another is chosen");

            assertThat(heard.await(ElectionEvent.Resigned.class, LIMIT).cause()).isEqualTo("another is chosen");
            assertThat(heard.all()).noneMatch(ElectionEvent.Lost.class::isInstance);
            assertThat(election.awaitLeadership(LIMIT).orElseThrow().token()).isGreaterThan(term.token());
        }
    }

    @Test
    @DisplayName("a term is lost at once when the store says so")
    void aTermIsLost() throws InterruptedException {
        Choosing store = new Choosing();
        try (Candidate node = Candidate.on(store).closingStore().start()) {
            Election election = node.stand("e");
            RecordingListener heard = new RecordingListener();
            election.subscribe(heard);
            Term term = election.awaitLeadership(LIMIT).orElseThrow();

            store.recall().lost(term.token(), "given up");

            assertThat(heard.await(ElectionEvent.Lost.class, LIMIT).token()).isEqualTo(term.token());
            assertThat(term.isCurrent()).isFalse();
            assertThat(heard.all()).noneMatch(ElectionEvent.Resigned.class::isInstance);
        }
    }
}
