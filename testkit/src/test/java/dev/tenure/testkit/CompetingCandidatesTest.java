package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.memory.MemoryStore;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class CompetingCandidatesTest {
    private static final Timing TIMING = Timing.of(Duration.ofSeconds(1), Duration.ofMillis(50));

    private final MemoryStore store = new MemoryStore(TimeSource.system());

    @Test
    void successiveTermsHaveNoFindings() throws InterruptedException {
        try (CompetingCandidates rivals = new CompetingCandidates("e", TIMING)) {
            Election alices = rivals.stand("alice", store.handle());
            Term first = rivals.awaitTermAbove(0);
            Election bobs = rivals.stand("bob", store.handle());

            alices.close();
            Term second = rivals.awaitTermAbove(first.token());

            assertThat(rivals.leader()).isSameAs(bobs);
            assertThat(rivals.stands()).containsExactly(alices, bobs);
            assertThat(rivals.heardBy(bobs)
                            .await(ElectionEvent.Acquired.class, StoreTestSteps.LIMIT)
                            .token())
                    .isEqualTo(second.token());
            StoreTestSteps.await(
                    "both were seen to lead", () -> rivals.history().terms().size() == 2);
            assertThat(rivals.history().findings()).isEmpty();
        }
    }

    @Test
    void overlapOfTwoLeadersIsFound() {
        try (CompetingCandidates rivals = new CompetingCandidates("e", TIMING)) {
            rivals.stand("alice", store.handle());
            rivals.stand("bob", new MemoryStore(TimeSource.system())); // they know nothing of each other

            StoreTestSteps.await(
                    "both are seen to lead",
                    () -> rivals.history().findings().stream()
                            .anyMatch(finding -> finding.what() == OverlapChecker.Violation.OVERLAP));
        }
    }

    @Test
    void nobodyLeadsAfterTheEnd() {
        CompetingCandidates rivals = new CompetingCandidates("e", TIMING);
        rivals.stand("alice", store.handle());
        rivals.awaitTermAbove(0);

        rivals.close();

        assertThatExceptionOfType(AssertionError.class)
                .isThrownBy(rivals::leader)
                .withMessage("nobody leads");
    }
}
