package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.Term;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Work, repeated tasks, calls, hooks and barriers run within their term. */
abstract class WorkBehaviour extends CandidateBehaviour {
    private final List<String> done = new CopyOnWriteArrayList<>();
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);

    WorkBehaviour(ElectionContract contract) {
        super(contract);
    }

    private void workUntilInterrupted(Term term) {
        started.countDown();
        try {
            never.await();
        } catch (InterruptedException e) {
            done.add("interrupted, current: " + term.isCurrent());
        }
    }

    @Test
    @DisplayName("work is cancelled when its term ends, and cleaned up after once it has returned (GF-7)")
    void workIsCleanedUpAfter() throws InterruptedException {
        Election stand = candidate("alice")
                .prepare(election)
                .onLose(term -> done.add("cleaned up"))
                .stand();
        stand.lead(this::workUntilInterrupted);
        started.await();
        stand.close();

        assertThat(done).containsExactly("interrupted, current: false", "cleaned up");
    }

    @Test
    @DisplayName("work that throws steps down, others lead, and it does not come back at once (GF-8, RV-37)")
    void workThatThrowsStepsDown() throws InterruptedException {
        Election failing = candidate("alice").stand(election);
        RecordingListener heard = new RecordingListener();
        failing.subscribe(heard);
        awaitTerm(failing);
        Election other = candidate("bob").stand(election);
        failing.lead(term -> {
            throw new IllegalStateException("no database");
        });
        awaitTerm(other);

        assertThat(heard.await(ElectionEvent.Resigned.class, limit()).cause())
                .contains("the work failed")
                .contains("no database");
        assertThat(failing.isLeader()).isFalse();
        assertThat(other.isLeader()).isTrue();
    }

    @Test
    @DisplayName("errors in work, hooks and listeners are contained, and the candidate leads again (GF-9)")
    void errorsAreContained() throws InterruptedException {
        AtomicInteger runs = new AtomicInteger();
        Election stand = candidate("alice")
                .prepare(election)
                .onLose(term -> {
                    throw new StackOverflowError("in the lose hook");
                })
                .stand();
        stand.subscribe(event -> {
            throw new AssertionError("in a listener");
        });
        stand.lead(term -> {
            runs.incrementAndGet();
            throw new OutOfMemoryError("not really");
        });

        await("it leads again", () -> runs.get() >= 2);
    }

    @Test
    @DisplayName("a lose hook that hangs is left behind, and its lease is not released but runs out (GF-10)")
    void aHangingLoseHookIsLeftBehind() throws InterruptedException {
        CountDownLatch interrupted = new CountDownLatch(1);
        Election stand = candidate("alice")
                .prepare(election)
                .onLose(term -> {
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        interrupted.countDown();
                    }
                })
                .stand();
        RecordingListener heard = new RecordingListener();
        stand.subscribe(heard);
        awaitTerm(stand).resign();
        interrupted.await();
        await(
                "it is told of",
                () -> heard.all().stream()
                        .anyMatch(event -> event.cause().contains("lose hook has not ended in time")));
        assertThat(heard.all()).noneMatch(ElectionEvent.Lost.class::isInstance);
    }

    @Test
    @DisplayName("work that returns keeps the term, and a call on one's own thread runs under it")
    void workThatReturnsKeepsTheTerm() throws InterruptedException {
        Election stand = candidate("alice").stand(election);
        stand.lead(term -> started.countDown());
        started.await();
        Term term = awaitTerm(stand);

        assertThat(stand.runIfLeader(current -> done.add("token " + current.token())))
                .isTrue();
        assertThat(done).containsExactly("token " + term.token());
        assertThat(stand.requireTerm().token()).isEqualTo(term.token());
        assertThat(term.isEnding()).isFalse();
    }

    @Test
    @DisplayName(
            "a repeated task runs again and again while its candidate leads, never twice at once, and then no more")
    void aRepeatedTaskRunsWhileLeading() throws InterruptedException {
        AtomicInteger runs = new AtomicInteger();
        AtomicInteger atOnce = new AtomicInteger();
        AtomicBoolean overlapped = new AtomicBoolean();
        Election stand = candidate("alice").stand(election);
        stand.leadEvery(Duration.ofMillis(1), term -> {
            overlapped.compareAndSet(false, atOnce.incrementAndGet() > 1);
            runs.incrementAndGet();
            atOnce.decrementAndGet();
        });
        await("five runs", () -> runs.get() >= 5);
        stand.close();
        int after = runs.get();

        awaitTerm(candidate("bob").stand(election));

        assertThat(overlapped).isFalse();
        assertThat(runs).hasValue(after);
    }

    @Test
    @DisplayName("a repeated task that pauses for long hands over at once when asked to")
    void aPausingTaskHandsOverAtOnce() throws InterruptedException {
        Election stand = candidate("alice", builder -> builder.grace(Duration.ofMinutes(10)))
                .stand(election);
        stand.leadEvery(Duration.ofHours(1), term -> started.countDown());
        started.await();
        Election bob = candidate("bob").stand(election);

        await("bob leads", () -> {
            if (stand.isLeader()) { // once more if bob came too late for the first time
                stand.resign();
            }
            return bob.isLeader();
        });
    }

    @Test
    @DisplayName(
            "an acquire hook runs before anybody sees a leader, and may refuse: then another leads (S3-6, S3-7, S3-8)")
    void anAcquireHookMayRefuse() throws InterruptedException {
        Election refusing = candidate("alice")
                .prepare(election)
                .onAcquire(term -> {
                    done.add("asked, current: " + term.isCurrent());
                    throw new IllegalStateException("not ready");
                })
                .onLose(term -> done.add("lost, current: " + term.isCurrent()))
                .stand();
        RecordingListener heard = new RecordingListener();
        refusing.subscribe(heard);
        await("it was asked", () -> done.size() >= 2);
        awaitTerm(candidate("bob").stand(election));

        assertThat(done).startsWith("asked, current: true", "lost, current: false");
        assertThat(heard.all()).noneMatch(ElectionEvent.Acquired.class::isInstance);
        assertThat(refusing.isLeader()).isFalse();
    }

    @Test
    @DisplayName("a term is announced when its acquire hook has returned, and its work starts then (S3-6)")
    void aTermIsAnnouncedAfterItsHook() throws InterruptedException {
        Election stand = candidate("alice")
                .prepare(election)
                .onAcquire(term -> done.add("hook"))
                .stand();
        stand.lead(term -> {
            done.add("work");
            workUntilInterrupted(term);
        });
        started.await();

        assertThat(done).containsExactly("hook", "work");
        assertThat(stand.isLeader()).isTrue();
    }

    @Test
    @DisplayName("a lease is released only after a barrier has returned from hearing of the end (NL-11)")
    void aReleaseWaitsForBarriers() throws InterruptedException {
        CountDownLatch heardOfTheEnd = new CountDownLatch(1);
        CallGate passes = CallGate.shut();
        Election leading = candidate("alice", builder -> builder.grace(limit())).stand(election);
        leading.subscribeBarrier(event -> {
            if (event instanceof ElectionEvent.Resigned) {
                heardOfTheEnd.countDown();
                passUninterrupted(passes);
                done.add("passed");
            }
        });
        awaitTerm(leading);
        Election next = candidate("bob").stand(election);
        RecordingListener heard = new RecordingListener();
        next.subscribe(heard);
        heard.await(ElectionEvent.LeaderChanged.class, limit());
        leading.resign();
        heardOfTheEnd.await();
        assertThat(next.isLeader()).isFalse();
        next.subscribe(event -> {
            if (event instanceof ElectionEvent.Acquired) {
                done.add("next leads");
            }
        });
        passes.open();
        awaitTerm(next);
        await("both are told", () -> done.size() == 2);

        assertThat(done).containsExactly("passed", "next leads");
    }

    private static void passUninterrupted(CallGate gate) {
        try {
            gate.pass();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    @DisplayName("an election works without barriers, work or listeners (NL-12)")
    void aBareElectionWorks() throws InterruptedException {
        Election stand = candidate("alice").stand(election);
        long first = awaitTerm(stand).token();
        stand.resign();
        awaitTerm(candidate("bob").stand(election));

        assertThat(stand.isLeader()).isFalse();
        assertThat(first).isPositive();
    }

    @Test
    @DisplayName("a closed election takes no work, and says so")
    void aClosedElectionTakesNoWork() {
        Election stand = candidate("alice").stand(election);
        stand.close();

        assertThatThrownBy(() -> stand.lead(term -> {}))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }
}
