package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.ElectionEvent;
import dev.tenure.Identity;
import dev.tenure.NotLeaderException;
import dev.tenure.Role;
import dev.tenure.Subscription;
import dev.tenure.Successor;
import dev.tenure.Term;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ManualElectionTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Duration GRACE = Duration.ofMinutes(1);

    private final ManualElection election = stand("nightly");
    private final RecordingListener heard = new RecordingListener();

    @Test
    void nobodyLeadsBeforeAcquire() {
        assertThat(election.isLeader()).isFalse();
        assertThat(election.term()).isEmpty();

        Term term = election.acquire().orElseThrow();

        assertThat(election.isLeader()).isTrue();
        assertThat(election.term()).contains(term);
        assertThat(term.candidate().name()).isEqualTo("node-1");
        assertThat(election.status().role()).isEqualTo(Role.LEADER);
    }

    @Test
    void listenersAreToldBeforeCallReturns() {
        election.subscribe(heard);

        election.acquire();
        assertThat(kinds()).containsExactly("Present", "Acquired");

        election.resign("maintenance");
        assertThat(kinds()).containsExactly("Present", "Acquired", "Resigned");
        assertThat(last().cause()).isEqualTo("maintenance");

        election.leaderIs("node-2");
        election.leaderIsGone();
        election.acquire();
        election.lose("trust ended");
        assertThat(kinds())
                .containsExactly(
                        "Present", "Acquired", "Resigned", "LeaderChanged", "LeaderChanged", "Acquired", "Lost");
    }

    @Test
    void tokensGrowAcrossTermsOfAllCandidates() {
        long first = election.acquire().orElseThrow().token();
        election.resign("test");
        election.leaderIs("node-2");
        long others = election.status().token();
        election.leaderIsGone();
        long second = election.acquire().orElseThrow().token();

        assertThat(List.of(first, others, second)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void anotherLeaderIsSeen() {
        election.leaderIs("node-2");

        assertThat(election.isLeader()).isFalse();
        assertThat(election.status().leader()).extracting(Identity::name).isEqualTo("node-2");

        election.acquire();
        assertThat(election.status().leader()).extracting(Identity::name).isEqualTo("node-1");
        assertThatThrownBy(() -> election.leaderIs("node-2")).hasMessageContaining("resign or lose it first");
    }

    @Test
    void lostTermInterruptsWorkOnItsOwnThread() throws Exception {
        CompletableFuture<Thread> ran = new CompletableFuture<>();
        CompletableFuture<Boolean> currentAtTheEnd = new CompletableFuture<>();
        election.lead(term -> {
            ran.complete(Thread.currentThread());
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException told) {
                currentAtTheEnd.complete(term.isCurrent());
            }
        });

        election.acquire();
        assertThat(ran.get(20, TimeUnit.SECONDS)).isNotEqualTo(Thread.currentThread());

        election.lose("trust ended");
        assertThat(currentAtTheEnd).isCompletedWithValue(false);
        assertThat(election.isLeader()).isFalse();
    }

    @Test
    void listenersOfEndSeeNoLeader() {
        List<Boolean> leading = new ArrayList<>();
        election.acquire();
        election.subscribe(event -> leading.add(election.isLeader()));

        election.resign("test");

        assertThat(leading).containsExactly(true, false);
    }

    @Test
    void workThatReturnsKeepsItsTermAndRunsInNext() {
        AtomicInteger runs = new AtomicInteger();
        election.lead(term -> runs.incrementAndGet());

        election.acquire();
        election.settle();
        assertThat(election.isLeader()).isTrue();
        assertThat(runs).hasValue(1);

        election.requireTerm().resign();
        election.acquire();
        election.settle();
        assertThat(runs).hasValue(2);
    }

    @Test
    void runIfLeaderRunsOnCallingThreadOnlyWhileLeading() {
        assertThat(election.runIfLeader(term -> {})).isFalse();
        assertThatThrownBy(election::requireTerm).isInstanceOf(NotLeaderException.class);
        Term current = election.acquire().orElseThrow();
        List<Boolean> seen = new ArrayList<>();

        assertThat(election.runIfLeader(term -> {
                    seen.add(term.isCurrent());
                    current.resign();
                    seen.add(Thread.currentThread().isInterrupted());
                }))
                .isTrue();
        assertThat(seen).containsExactly(true, true);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void termAskedToEndWaitsForRunIfLeader() {
        ManualElection patient = patient();
        patient.acquire();
        patient.runIfLeader(term -> {
            patient.askToEnd("test");
            assertThat(term.isEnding()).isTrue();
            assertThat(patient.isLeader()).isTrue();
        });

        assertThat(patient.isLeader()).isFalse();
    }

    @Test
    void workThatThrowsWarnsAndResigns() throws Exception {
        election.subscribe(heard);
        election.lead(term -> {
            throw new IllegalStateException("no ink");
        });

        election.acquire();

        assertThat(heard.await(ElectionEvent.Resigned.class, LIMIT).cause())
                .isEqualTo("the work failed: java.lang.IllegalStateException: no ink");
        assertThat(kinds()).containsExactly("Present", "Acquired", "Warning", "Resigned");
    }

    @Test
    void workThatIsAskedToEndStaysCurrentUntilItReturns() throws Exception {
        ManualElection patient = patient();
        BlockingQueue<Boolean> current = new LinkedBlockingQueue<>();
        patient.subscribe(heard);
        patient.lead(term -> {
            term.pause(Duration.ofDays(1));
            current.add(term.isCurrent());
        });
        patient.acquire();
        patient.settle();

        patient.askToEnd("a new version is rolled out");

        assertThat(current.poll(20, TimeUnit.SECONDS)).isTrue();
        assertThat(heard.await(ElectionEvent.Resigned.class, LIMIT).cause()).isEqualTo("a new version is rolled out");
    }

    @Test
    void repeatedTaskRunsOnceItsPauseElapsed() {
        AtomicInteger runs = new AtomicInteger();
        election.leadEvery(Duration.ofHours(1), term -> runs.incrementAndGet());

        election.acquire();
        election.settle();
        assertThat(runs).hasValue(1);

        election.elapse(Duration.ofMinutes(59));
        election.settle();
        assertThat(runs).hasValue(1);

        election.elapse(Duration.ofMinutes(1));
        election.settle();
        assertThat(runs).hasValue(2);

        election.resign("test");
        election.elapse(Duration.ofHours(9));
        election.settle();
        assertThat(runs).hasValue(2);
    }

    @Test
    void failedStoreCallWarnsAndKeepsTerm() {
        election.acquire();
        election.subscribe(heard);

        election.fail(new IllegalStateException("connect timed out"));

        assertThat(last().cause()).isEqualTo("the store failed: connect timed out");
        assertThat(election.isLeader()).isTrue();
        assertThat(election.status().consecutiveFailures()).isEqualTo(1);

        election.resign("test");
        election.acquire();
        assertThat(election.status().consecutiveFailures()).isZero();
    }

    @Test
    void candidateThatLostLeadsAgain() {
        election.acquire();
        election.lose("trust ended");

        Term next = election.acquire().orElseThrow();

        assertThat(election.isLeader()).isTrue();
        assertThat(next.token()).isEqualTo(2);
    }

    @Test
    void acquireWakesThreadInAwaitLeadership() throws Exception {
        CompletableFuture<Long> token = new CompletableFuture<>();
        Thread waiting = new Thread(() -> {
            try {
                token.complete(election.awaitLeadership(LIMIT).orElseThrow().token());
            } catch (InterruptedException | RuntimeException e) {
                token.completeExceptionally(e);
            }
        });
        waiting.start();

        election.acquire();

        assertThat(token.get(20, TimeUnit.SECONDS)).isEqualTo(1);
    }

    @Test
    void awaitAttemptReturnsAfterLook() throws Exception {
        Instant before = Instant.now();
        election.leaderIs("node-2");

        assertThat(election.awaitAttempt(before, LIMIT))
                .hasValueSatisfying(status ->
                        assertThat(status.leader()).extracting(Identity::name).isEqualTo("node-2"));
        assertThat(election.awaitAttempt(Instant.now().plusSeconds(60), Duration.ZERO))
                .isEmpty();
    }

    @Test
    void listenerMayResignTermItHearsOf() {
        election.subscribe(heard);
        election.subscribe(event -> {
            if (event instanceof ElectionEvent.Acquired) {
                election.resign();
            }
        });

        assertThat(election.acquire()).isEmpty();

        assertThat(kinds()).containsExactly("Present", "Acquired", "Resigned");
    }

    @Test
    void failingListenerIsWarningToOthers() {
        election.subscribe(event -> {
            throw new IllegalStateException("deaf");
        });
        election.subscribe(heard);

        election.acquire();

        assertThat(kinds()).containsExactly("Present", "Acquired", "Warning");
    }

    @Test
    void closedSubscriptionHearsNothing() {
        Subscription subscription = election.subscribe(heard);

        subscription.close();
        election.acquire();

        assertThat(kinds()).containsExactly("Present");
    }

    @Test
    void transferMakesSuccessorLeader() {
        election.addCandidate("node-2");
        election.subscribe(heard);
        election.acquire();

        election.transferTo(Successor.named("node-2"));

        assertThat(kinds()).containsExactly("Present", "Acquired", "Resigned", "LeaderChanged");
        assertThat(election.status().leader()).extracting(Identity::name).isEqualTo("node-2");
        assertThatThrownBy(() -> election.transferTo(Successor.named("node-3")))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    void workMayCloseItsElection() throws Exception {
        election.subscribe(heard);
        election.lead(term -> election.close());

        election.acquire();

        assertThat(heard.await(ElectionEvent.Resigned.class, LIMIT).cause()).isEqualTo("closed");
        election.settle();
        assertThat(election.status().role()).isEqualTo(Role.CLOSED);
    }

    @Test
    void callsInWrongStateAreRefused() {
        assertThatThrownBy(() -> election.resign("test")).hasMessageContaining("acquire it first");
        assertThatThrownBy(() -> election.lose("test")).hasMessageContaining("acquire it first");
        election.acquire();
        assertThatThrownBy(election::acquire).hasMessageContaining("already");
        election.lead(term -> term.pause(Duration.ofDays(1)));
        assertThatThrownBy(() -> election.lead(term -> {})).hasMessageContaining("has work already");

        election.close();
        election.close();
        assertThat(election.isLeader()).isFalse();
        assertThatThrownBy(election::acquire).hasMessageContaining("closed");
        assertThatThrownBy(() -> election.lead(term -> {})).hasMessageContaining("closed");
    }

    @Test
    void graceThatIsOverCancelsWork() {
        ManualElection patient = patient();
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        patient.lead(term -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.complete(true);
            }
        });
        patient.acquire();

        patient.askToEnd("test");
        assertThat(patient.isLeader()).isTrue();
        patient.elapse(GRACE);

        assertThat(patient.isLeader()).isFalse();
        assertThat(interrupted.orTimeout(20, TimeUnit.SECONDS).join()).isTrue();
    }

    /** Returns an election whose candidate gives its work time to finish. */
    private static ManualElection patient() {
        ManualCandidate node = new ManualCandidate("node-1", GRACE);
        node.stand("nightly");
        return node.election("nightly");
    }

    private List<String> kinds() {
        return heard.all().stream()
                .map(event -> event.getClass().getSimpleName())
                .toList();
    }

    private ElectionEvent last() {
        List<ElectionEvent> all = heard.all();
        return all.get(all.size() - 1);
    }

    private static ManualElection stand(String election) {
        ManualCandidate candidate = new ManualCandidate("node-1");
        candidate.stand(election);
        return candidate.election(election);
    }
}
