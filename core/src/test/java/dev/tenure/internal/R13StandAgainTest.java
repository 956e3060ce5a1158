package dev.tenure.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.tenure.Candidate;
import dev.tenure.CandidateBuilder;
import dev.tenure.Election;
import dev.tenure.Timing;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("R13 close(): standing again, and work that does not end")
class R13StandAgainTest {
    private static final Duration LIMIT = Duration.ofSeconds(Wait.SECONDS);

    private final TinyStore store = new TinyStore();
    private final CountDownLatch letGo = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Candidate node = quick().start();

    /** Closing waits about a second at most for work that does not end. */
    private CandidateBuilder quick() {
        Timing timing = Timing.of(Duration.ofSeconds(1), Duration.ofMillis(100));
        return Candidate.onShared(store).named("node-1").timing(timing).withoutShutdownHook();
    }

    @AfterEach
    void close() {
        letGo.countDown();
        node.close();
    }

    /** Stands in the election with work that swallows interrupts, and returns when it runs. */
    private Election stubborn(Candidate candidate, String name) {
        Election election = candidate.stand(name);
        CountDownLatch began = new CountDownLatch(1);
        election.lead(term -> {
            began.countDown();
            Wait.stubbornly(letGo);
            ended.countDown();
        });
        Wait.until(began);
        return election;
    }

    @Test
    void anElectionThatWasClosedCanBeStoodInAgain() throws InterruptedException {
        Election first = node.stand("payroll");
        long token = first.awaitLeadership(LIMIT).orElseThrow().token();
        first.close();
        Election second = node.stand("payroll");

        assertThat(second.awaitLeadership(LIMIT).orElseThrow().token()).isGreaterThan(token);
        assertThat(first.isLeader()).isFalse();
    }

    @Test
    void standingTwiceIsRefused() {
        node.stand("payroll");

        assertThatIllegalStateException()
                .isThrownBy(() -> node.stand("payroll"))
                .withMessage("'node-1' stands in 'payroll' already");
    }

    @Test
    void closingAnEarlierStandAgainDoesNotTouchTheLaterOne() throws InterruptedException {
        Election first = node.stand("payroll");
        first.close();
        Election second = node.stand("payroll");
        assertThat(second.awaitLeadership(LIMIT)).isPresent();
        first.close();

        assertThatIllegalStateException().isThrownBy(() -> node.stand("payroll"));
        node.close();
        assertThat(second.isLeader()).isFalse();
        assertThat(store.show("payroll")).isInstanceOf(Sighting.Released.class);
    }

    @Test
    void workThatClosesItsElectionCannotStandAgainBesideItself() throws Exception {
        Election payroll = node.stand("payroll");
        CompletableFuture<Throwable> refused = new CompletableFuture<>();
        payroll.lead(term -> {
            payroll.close();
            try {
                node.stand("payroll");
                refused.complete(new AssertionError("stood again"));
            } catch (IllegalStateException e) {
                refused.complete(e);
            }
        });

        assertThat(refused.get(Wait.SECONDS, TimeUnit.SECONDS))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("is still closing");
    }

    @Test
    void anElectionWhoseWorkStillRunsCannotBeStoodInAgain() throws InterruptedException {
        Election payroll = stubborn(node, "payroll");
        payroll.close();
        assertThat(payroll.isLeader()).isFalse();
        assertThat(store.show("payroll")).as("never released under work").isInstanceOf(Sighting.Held.class);
        assertThatIllegalStateException()
                .isThrownBy(() -> node.stand("payroll"))
                .withMessage("'node-1' is still closing 'payroll': stand again when its work has ended");

        letGo.countDown();
        Wait.until(ended);
        Election again = standAsSoonAsPossible();
        assertThat(again.awaitLeadership(LIMIT)).isPresent();
    }

    private Election standAsSoonAsPossible() throws InterruptedException {
        Election other = node.stand("another");
        for (int i = 0; i < 100; i++) {
            try {
                return node.stand("payroll");
            } catch (IllegalStateException notYet) {
                other.awaitAttempt(Instant.now(), Duration.ofMillis(200));
            }
        }
        throw new AssertionError("the work has ended, but the election stays closed");
    }

    @Test
    @Timeout(20)
    void closingTakesNoLongerForManyElectionsThanForOne() {
        for (int i = 0; i < 30; i++) {
            stubborn(node, "election " + i);
        }
        node.close();

        assertThat(ended.getCount()).as("the work goes on").isEqualTo(1);
    }

    @Test
    void aCandidateClosedInAHurryCancelsItsWorkAndLeavesNoWatch() throws Exception {
        store.capabilities.add(Capability.WATCH);
        Candidate hurried = quick().grace(Duration.ofHours(1)).start();
        Election payroll = hurried.stand("payroll");
        CountDownLatch began = new CountDownLatch(1);
        CountDownLatch cancelled = new CountDownLatch(1);
        payroll.lead(term -> {
            began.countDown();
            try {
                letGo.await();
            } catch (InterruptedException e) {
                cancelled.countDown();
            }
        });
        Wait.until(began);
        Thread.currentThread().interrupt();
        hurried.close();

        assertThat(Thread.interrupted()).as("the interrupt is kept").isTrue();
        Wait.until(cancelled);
        assertThat(payroll.isLeader()).isFalse();
        assertThat(store.watchers).isEmpty();
    }
}
