package dev.tenure.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.tenure.Candidate;
import dev.tenure.CandidateBuilder;
import dev.tenure.Election;
import dev.tenure.Timing;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.internal.fixtures.Wait;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Order(1) // takes longest, so that it starts first
@Tag("slow")
@DisplayName("R13 close(): standing again, and work that does not end")
class R13StandAgainTest {
    private static final Duration LIMIT = Duration.ofSeconds(Wait.SECONDS);

    private final InMemoryStore store = new InMemoryStore();
    private final CountDownLatch letGo = new CountDownLatch(1);
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Candidate node = quick().start();
    private final Candidate steady =
            Candidate.on(store).named("node-2").withoutShutdownHook().start();

    /** Closing waits about a second at most for work that does not end. */
    private CandidateBuilder quick() {
        Timing timing = Timing.of(Duration.ofSeconds(1), Duration.ofMillis(100));
        return Candidate.on(store).named("node-1").timing(timing).withoutShutdownHook();
    }

    @AfterEach
    void close() {
        letGo.countDown();
        node.close();
        steady.close();
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
        Election first = steady.stand("payroll");
        long token = first.awaitLeadership(LIMIT).orElseThrow().token();
        first.close();
        Election second = steady.stand("payroll");

        assertThat(second.awaitLeadership(LIMIT).orElseThrow().token()).isGreaterThan(token);
        assertThat(first.isLeader()).isFalse();
    }

    @Test
    void standingTwiceIsRefused() {
        steady.stand("payroll");

        assertThatIllegalStateException()
                .isThrownBy(() -> steady.stand("payroll"))
                .withMessage("'node-2' stands in 'payroll' already");
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

    @Test
    void aLeaseLeftToRunOutIsNotReleasedByStandingAgain() throws InterruptedException {
        Election payroll =
                node.prepare("payroll").onLose(term -> Wait.stubbornly(letGo)).stand();
        long token = payroll.awaitLeadership(LIMIT).orElseThrow().token();
        Queue<String> calls = new ConcurrentLinkedQueue<>();
        store.before = (call, election) -> calls.add(call + " " + election);
        payroll.close();
        Election again = standAsSoonAsPossible();

        assertThat(again.awaitLeadership(LIMIT).orElseThrow().token()).isGreaterThan(token);
        assertThat(calls)
                .as("what the lose hook still does is covered by its lease")
                .doesNotContain("release payroll");
    }

    @Test
    @DisplayName("a leader that was seen alive is not forgotten by standing again, although its record was lost (R7)")
    void aLeaderSeenAliveIsRememberedByTheNextStand() throws InterruptedException {
        store.records.put("payroll", Records.held(Records.foreign(5, 0, Duration.ofMinutes(10))));
        Election first = steady.stand("payroll");
        assertThat(first.awaitAttempt(Instant.EPOCH, LIMIT)).isPresent();
        first.close();
        store.records.remove("payroll");
        Election again = steady.stand("payroll");

        assertThat(again.awaitAttempt(Instant.now(), LIMIT)).isPresent();
        assertThat(again.isLeader()).isFalse();
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
    void aCandidateWhoseWorkDoesNotEndLeavesNoWatch() {
        store.capabilities.add(Capability.WATCH);
        Election payroll = stubborn(node, "payroll");
        assertThat(store.watchers).containsKey("payroll");
        node.close();

        assertThat(payroll.isLeader()).isFalse();
        assertThat(store.watchers).isEmpty();
        assertThat(store.show("payroll")).as("never released under work").isInstanceOf(Sighting.Held.class);
    }
}
