package dev.tenure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.spi.CheckResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A candidate closes the store it opened from a URI, and no other. */
class StoreOwnershipTest {
    private static InMemoryStore lastOpened() {
        return RecordingProvider.OPENED.get(RecordingProvider.OPENED.size() - 1);
    }

    @Test
    void storeFromUriIsOpenedAndClosedWithItsCandidate() {
        int before = RecordingProvider.OPENED.size();
        CandidateBuilder builder = Candidate.on("wee:store").withoutShutdownHook();
        assertThat(RecordingProvider.OPENED).hasSize(before);
        Candidate node = builder.start();
        assertThat(lastOpened().closed).hasValue(0);
        node.close();

        assertThat(lastOpened().closed).hasValue(1);
    }

    @Test
    void aStoreFromAUriIsClosedIfItsCandidateDoesNotStart() {
        CandidateBuilder builder =
                Candidate.on("wee:store").withoutShutdownHook().priority(1);

        assertThatIllegalArgumentException().isThrownBy(builder::start);
        assertThat(lastOpened().closed).hasValue(1);
    }

    @Test
    void aGivenStoreStaysOpenUnlessSaidOtherwise() {
        InMemoryStore store = new InMemoryStore();
        Candidate.on(store).withoutShutdownHook().start().close();
        assertThat(store.closed).hasValue(0);

        Candidate.on(store).withoutShutdownHook().closingStore().start().close();
        assertThat(store.closed).hasValue(1);
    }

    @Test
    void twoCandidatesShareOneStoreObject() throws InterruptedException {
        InMemoryStore store = new InMemoryStore();
        try (Candidate one = Candidate.on(store).withoutShutdownHook().start();
                Candidate two = Candidate.on(store).withoutShutdownHook().start()) {
            assertThat(one.stand("payroll").awaitLeadership(Duration.ofSeconds(30)))
                    .isPresent();
            Election follower = two.stand("payroll");
            assertThat(follower.awaitAttempt(Instant.EPOCH, Duration.ofSeconds(30)))
                    .hasValueSatisfying(status -> assertThat(status.role()).isEqualTo(Role.FOLLOWER));
        }
    }

    @Test
    void nobodyStartsOrStandsOnAClosedStore() {
        InMemoryStore store = new InMemoryStore();
        try (Candidate node = Candidate.on(store).withoutShutdownHook().start()) {
            store.close();

            assertThatIllegalStateException()
                    .isThrownBy(() -> node.stand("payroll"))
                    .withMessageContaining("the tiny store is closed");
            assertThatIllegalStateException()
                    .isThrownBy(() -> node.observe("payroll"))
                    .withMessageContaining("the tiny store is closed");
        }
        assertThatIllegalStateException()
                .isThrownBy(() -> Candidate.on(store).start())
                .withMessageContaining("the tiny store is closed");
    }

    @Test
    void candidateThatRequiresAnUnfitStoreDoesNotStart() {
        InMemoryStore store = new InMemoryStore();
        store.findings = List.of(CheckResult.fail("permissions", "may not write", "grant INSERT"));
        CandidateBuilder builder = Candidate.on(store).withoutShutdownHook();
        builder.start().close(); // it is not asked unless that is wished for

        assertThatExceptionOfType(StoreException.class)
                .isThrownBy(() -> Candidate.on(store)
                        .withoutShutdownHook()
                        .requireStore(Duration.ofSeconds(5))
                        .start())
                .matches(error -> error.kind() == StoreException.Kind.MISCONFIGURED)
                .withMessageContaining("permissions: may not write; grant INSERT");
    }

    @Test
    void missingStoreNamesItsArtifactAndJdbcUriGetsAHint() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Candidate.on("redis://localhost:6379").start())
                .withMessageContaining("add its store to the class path, dev.tenure:tenure-store-redis if");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Candidate.on("jdbc:postgresql://localhost/db").start())
                .withMessageContaining("postgres://USER:PASSWORD@HOST:PORT/DATABASE");
    }
}
