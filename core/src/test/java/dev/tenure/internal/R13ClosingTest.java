package dev.tenure.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Role;
import dev.tenure.Timing;
import dev.tenure.Work;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.internal.fixtures.Wait;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R13 close()")
class R13ClosingTest {
    private static final String NAME = Records.ELECTION;
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final InMemoryStore store = new InMemoryStore();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch mayEnd = new CountDownLatch(1);

    private Candidate candidate(Duration grace) {
        return Candidate.on(store)
                .timing(Timing.of(Duration.ofSeconds(1)))
                .grace(grace)
                .start();
    }

    /** Returns work that goes on until the test lets it end, whatever it is told. */
    private Work stubborn() {
        return term -> {
            begun.countDown();
            Wait.stubbornly(mayEnd);
        };
    }

    @AfterEach
    void letWorkEnd() {
        mayEnd.countDown();
    }

    @Test
    void closingAStandASecondTimeDoesNotTouchTheNextOne() throws InterruptedException {
        try (Candidate node = candidate(Duration.ZERO)) {
            Election first = node.stand(NAME);
            first.close();
            Election second = node.stand(NAME);
            first.close();

            assertThatThrownBy(() -> node.stand(NAME)).isInstanceOf(IllegalStateException.class);
            assertThat(second.awaitLeadership(LIMIT)).isPresent();
        }
        assertThat(store.show(NAME)).isInstanceOf(Sighting.Released.class);
    }

    @Test
    void nobodyStandsAgainBesideWorkThatClosedItsElection() {
        CountDownLatch closed = new CountDownLatch(1);
        try (Candidate node = candidate(LIMIT)) {
            Election election = node.stand(NAME);
            election.lead(term -> {
                election.close();
                closed.countDown();
                stubborn().during(term);
            });
            Wait.until(closed);

            assertThatThrownBy(() -> node.stand(NAME)).isInstanceOf(IllegalStateException.class);
            assertThat(store.show(NAME)).as("held while the work runs").isInstanceOf(Sighting.Held.class);
            mayEnd.countDown();
        }
        assertThat(store.show(NAME)).as("and then released").isInstanceOf(Sighting.Released.class);
    }

    @Test
    void nobodyStandsAgainBesideWorkThatOutlivedItsElection() {
        try (Candidate node = candidate(Duration.ZERO)) {
            Election election = node.stand(NAME);
            election.lead(stubborn());
            Wait.until(begun);
            election.close();
            assertThat(election.isLeader()).isFalse();
            assertThatThrownBy(() -> node.stand(NAME)).isInstanceOf(IllegalStateException.class);

            mayEnd.countDown();
            long limit = System.nanoTime() + LIMIT.toNanos();
            while (!canStand(node) && System.nanoTime() - limit < 0) {
                Thread.onSpinWait();
            }
            assertThatThrownBy(() -> node.stand(NAME)).as("stands again").isInstanceOf(IllegalStateException.class);
            assertThat(election.status().role()).isEqualTo(Role.CLOSED);
        }
    }

    private static boolean canStand(Candidate node) {
        try {
            node.stand(NAME);
            return true;
        } catch (IllegalStateException stillThere) {
            return false;
        }
    }

    @Test
    void interruptedThreadStillClosesGracefully() {
        Candidate node = candidate(LIMIT);
        node.stand(NAME).lead(term -> {
            begun.countDown();
            while (!term.isEnding()) {
                Thread.onSpinWait();
            }
        });
        Wait.until(begun);
        Thread.currentThread().interrupt();
        node.close();

        assertThat(Thread.interrupted())
                .as("the interrupt is kept for the caller")
                .isTrue();
        assertThat(store.show(NAME)).isInstanceOf(Sighting.Released.class);
    }

    @Test
    void workThatClosesAnotherCandidateWaitsForItsRelease() {
        InMemoryStore elsewhere = new InMemoryStore();
        elsewhere.before = (call, election) -> {
            if (call.equals("release")) {
                linger();
            }
        };
        CountDownLatch over = new CountDownLatch(1);
        AtomicBoolean released = new AtomicBoolean();
        try (Candidate node = candidate(Duration.ZERO)) {
            node.stand(NAME).lead(term -> {
                try (Candidate other = Candidate.on(elsewhere).start()) {
                    other.stand("other").awaitLeadership(LIMIT);
                }
                released.set(elsewhere.show("other") instanceof Sighting.Released);
                over.countDown();
            });
            Wait.until(over);
            assertThat(released.get()).isTrue();
        }
    }

    private static void linger() {
        long until = System.nanoTime() + Duration.ofMillis(200).toNanos();
        while (System.nanoTime() - until < 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aGraceWithoutEndIsRefused() {
        assertThatThrownBy(() -> Candidate.on(store).grace(Duration.ofSeconds(Long.MAX_VALUE)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("grace");
    }
}
