package dev.tenure.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionView;
import dev.tenure.Role;
import dev.tenure.Term;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.runtime.SpareThreads;
import dev.tenure.internal.runtime.ThreadLoop;
import dev.tenure.internal.runtime.UninterruptibleWait;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What a candidate says of itself: where it stands, and whether it lives")
class CandidateStatusTest {
    private static final Duration SOON = Duration.ofMillis(50);
    private static final Duration LIMIT = Duration.ofSeconds(20);

    @Test
    void itListsWhereItStandsAndWhereItLooksOnByName() {
        try (Candidate candidate = Candidate.on(new InMemoryStore()).start()) {
            Election second = candidate.stand("b");
            Election first = candidate.stand("a");
            ElectionView seen = candidate.observe("c");

            assertThat(candidate.elections()).containsExactly(first, second);
            assertThat(candidate.observed()).containsExactly(seen);

            second.close();
            seen.close();
            assertThat(candidate.elections()).containsExactly(first);
            assertThat(candidate.observed()).isEmpty();
        }
    }

    @Test
    void observerIsShownAsSuchByEveryAnswer() throws InterruptedException {
        try (Candidate candidate = Candidate.on(new InMemoryStore()).start()) {
            ElectionView view = candidate.observe("a");

            assertThat(view.status().role()).isEqualTo(Role.OBSERVER);
            assertThat(view.awaitAttempt(Instant.EPOCH, LIMIT).orElseThrow().role())
                    .isEqualTo(Role.OBSERVER);
        }
    }

    @Test
    void itsTextTellsItsNameAndItsRole() throws InterruptedException {
        try (Candidate candidate =
                Candidate.on(new InMemoryStore()).named("node-1").start()) {
            assertThat(candidate).hasToString("candidate node-1 in 0 elections");
            Election led = candidate.stand("a");
            Term term = led.awaitLeadership(LIMIT).orElseThrow();
            ElectionView seen = candidate.observe("b");

            assertThat(candidate).hasToString("candidate node-1 in 1 elections");
            assertThat(led).hasToString("election a: node-1 is leader");
            assertThat(seen).hasToString("election b: node-1 is observer");
            assertThat(term).hasToString("term " + term.token() + " of a");

            led.close();
            assertThat(led).hasToString("election a: node-1 is closed");
        }
    }

    @Test
    void itLivesUntilItIsClosed() {
        Candidate candidate = Candidate.on(new InMemoryStore()).start();
        Election election = candidate.stand("a");
        assertThat(candidate.isAlive()).isTrue();

        candidate.close();

        assertThat(candidate.isAlive()).isFalse();
        assertThat(candidate.elections()).doesNotContain(election);
    }

    @Test
    void aLoopThatHangsDoesNotLive() {
        try (SpareThreads aside = new SpareThreads("aside");
                ThreadLoop loop = new ThreadLoop("test", aside)) {
            CountDownLatch letGo = new CountDownLatch(1);
            loop.execute(() -> UninterruptibleWait.await(letGo::await));

            assertThat(loop.answersWithin(SOON)).isFalse();

            letGo.countDown();
            assertThat(loop.answersWithin(LIMIT)).isTrue();
        }
    }
}
