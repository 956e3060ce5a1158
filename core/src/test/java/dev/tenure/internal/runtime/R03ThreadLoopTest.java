package dev.tenure.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.internal.fixtures.Wait;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
@DisplayName("R3 Bounded calls: on real threads")
class R03ThreadLoopTest {
    private static final Duration SOON = Duration.ofMillis(20);

    /** A deadline that passes soon, but not before a busy machine has found a moment to start the call's thread. */
    private static final Duration STARTED = Duration.ofSeconds(1);

    private static final Duration LATE = Duration.ofMinutes(5);

    private static final int CALL_THREADS = 4;

    private final SpareThreads aside = new SpareThreads("tenure-aside-test");
    private final ThreadLoop loop = new ThreadLoop("test", aside);
    private final CountDownLatch letGo = new CountDownLatch(1);
    private final List<Object> outcomes = new CopyOnWriteArrayList<>();

    @AfterEach
    void close() {
        letGo.countDown();
        loop.close();
        aside.close();
    }

    private void send(EventLoop.Urgency urgency, Duration within, Supplier<String> call, Consumer<Object> then) {
        loop.execute(() -> {
            long deadline = loop.time().nanos() + within.toNanos();
            loop.offload(new EventLoop.StoreCall<>(urgency, deadline, call), then, then::accept);
        });
    }

    private CompletableFuture<Object> call(EventLoop.Urgency urgency, Duration within, Supplier<String> call) {
        CompletableFuture<Object> first = new CompletableFuture<>();
        send(urgency, within, call, outcome -> {
            outcomes.add(outcome);
            first.complete(outcome);
        });
        return first;
    }

    private CompletableFuture<Object> call(Duration within, Supplier<String> call) {
        return call(EventLoop.Urgency.LOOK, within, call);
    }

    private String hang() {
        Wait.stubbornly(letGo);
        return "done";
    }

    /** Occupies so many call threads until the latch opens. Returns a latch that opens when they are given up. */
    private CountDownLatch occupy(int threads, Duration within, CountDownLatch until) {
        CountDownLatch started = new CountDownLatch(threads);
        CountDownLatch givenUp = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            Supplier<String> hanging = () -> {
                started.countDown();
                Wait.stubbornly(until);
                return "done";
            };
            send(EventLoop.Urgency.LOOK, within, hanging, outcome -> givenUp.countDown());
        }
        Wait.until(started);
        return givenUp;
    }

    private void occupyAll(Duration within) {
        occupy(CALL_THREADS, within, letGo);
    }

    private static Object outcomeOf(CompletableFuture<Object> call) {
        return call.orTimeout(Wait.SECONDS, TimeUnit.SECONDS).join();
    }

    private static StoreException failureOf(CompletableFuture<Object> call) {
        Object outcome = outcomeOf(call);
        assertThat(outcome).isInstanceOf(StoreException.class);
        return (StoreException) outcome;
    }

    @Test
    void anAnswerComesBackOnTheLoop() {
        CompletableFuture<String> thread = new CompletableFuture<>();
        CompletableFuture<String> caller = new CompletableFuture<>();
        Supplier<String> call = () -> {
            caller.complete(Thread.currentThread().getName());
            return "done";
        };
        send(
                EventLoop.Urgency.LOOK,
                LATE,
                call,
                outcome -> thread.complete(Thread.currentThread().getName()));

        assertThat(caller.orTimeout(Wait.SECONDS, TimeUnit.SECONDS).join()).startsWith("tenure-store-test");
        assertThat(thread.orTimeout(Wait.SECONDS, TimeUnit.SECONDS).join()).isEqualTo("tenure-loop-test");
    }

    @Test
    void hangingCallsDelayNoOtherCall() {
        Wait.until(occupy(CALL_THREADS, STARTED, letGo));
        Wait.until(occupy(CALL_THREADS, STARTED, letGo));

        assertThat(outcomeOf(call(LATE, () -> "done"))).isEqualTo("done");
    }

    @Test
    void hangingCallsDelayNoTimer() {
        occupyAll(LATE);
        CountDownLatch fired = new CountDownLatch(1);
        loop.execute(() -> loop.schedule(loop.time().nanos() + SOON.toNanos(), fired::countDown));

        Wait.until(fired);
    }

    @Test
    void aCallThatWasNeverStartedHadNoEffect() {
        occupyAll(LATE);
        AtomicBoolean ran = new AtomicBoolean();
        StoreException failure = failureOf(call(SOON, () -> {
            ran.set(true);
            return "done";
        }));

        assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
        assertThat(failure).hasMessageContaining("no thread was free");
        letGo.countDown();
        assertThat(outcomeOf(call(LATE, () -> "done"))).isEqualTo("done");
        assertThat(ran).isFalse();
    }

    @Test
    void aCallThatWasStartedMayHaveTakenEffectAndIsInterrupted() {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        StoreException failure = failureOf(call(STARTED, () -> {
            interrupted.complete(waitToBeInterrupted());
            return "done";
        }));

        assertThat(failure.kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);
        assertThat(failure).hasMessage("the store did not answer in time");
        assertThat(interrupted.orTimeout(Wait.SECONDS, TimeUnit.SECONDS).join()).isTrue();
    }

    private boolean waitToBeInterrupted() {
        try {
            Wait.until(letGo);
            return false;
        } catch (AssertionError interrupted) {
            return interrupted.getCause() instanceof InterruptedException;
        }
    }

    @Test
    void aLateAnswerIsDropped() {
        CompletableFuture<Object> late = call(STARTED, this::hang);
        assertThat(failureOf(late).kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);
        letGo.countDown();
        for (int i = 0; i < 20; i++) {
            outcomeOf(call(LATE, () -> "seen"));
        }

        assertThat(outcomes).hasSize(21).doesNotContain("done");
    }

    @Test
    void renewalsAndReleasesGoFirst() {
        List<EventLoop.Urgency> order = new CopyOnWriteArrayList<>();
        CountDownLatch one = new CountDownLatch(1);
        occupy(1, LATE, one);
        occupy(CALL_THREADS - 1, LATE, letGo);
        List<CompletableFuture<Object>> waiting = List.of(
                note(EventLoop.Urgency.LOOK, order),
                note(EventLoop.Urgency.CLAIM, order),
                note(EventLoop.Urgency.RELEASE, order),
                note(EventLoop.Urgency.RENEWAL, order));
        CountDownLatch queued = new CountDownLatch(1);
        loop.execute(queued::countDown);
        Wait.until(queued);
        one.countDown();
        waiting.forEach(R03ThreadLoopTest::outcomeOf);

        assertThat(order).containsExactly(EventLoop.Urgency.values());
    }

    private CompletableFuture<Object> note(EventLoop.Urgency urgency, List<EventLoop.Urgency> order) {
        return call(urgency, LATE, () -> {
            order.add(urgency);
            return "done";
        });
    }

    @Test
    void unexpectedExceptionOfStoreIsOutcomeUnknown() {
        Error error = new NoClassDefFoundError("Driver");
        StoreException failure = failureOf(call(LATE, () -> {
            throw error;
        }));
        assertThat(failure.kind()).isEqualTo(Kind.OUTCOME_UNKNOWN);
        assertThat(failure).hasMessageContaining("failed unexpectedly").hasCause(error);

        StoreException said = new StoreException(Kind.MISCONFIGURED, "wrong password");
        assertThat(failureOf(call(LATE, () -> {
                    throw said;
                })))
                .isSameAs(said);
    }

    @Test
    void aCallThatFindsNoThreadAtAllHadNoEffect() {
        ElasticPool none = new ElasticPool("none", 1, Runnable::run);
        none.close();
        CompletableFuture<Object> outcome = new CompletableFuture<>();
        try (ThreadLoop starved = new ThreadLoop("starved", none, aside)) {
            starved.execute(() -> starved.offload(
                    new EventLoop.StoreCall<>(
                            EventLoop.Urgency.RENEWAL, starved.time().nanos() + LATE.toNanos(), () -> "done"),
                    outcome::complete,
                    outcome::complete));

            StoreException failure = failureOf(outcome);
            assertThat(failure.kind()).isEqualTo(Kind.UNREACHABLE);
            assertThat(failure).hasMessageContaining("no thread could be had");
        }
    }

    @Test
    void aTaskThatThrowsDoesNotEndTheLoop() {
        loop.execute(() -> {
            throw new IllegalStateException("a task failed");
        });
        CountDownLatch next = new CountDownLatch(1);
        loop.execute(next::countDown);

        Wait.until(next);
    }

    @Test
    void aCancelledTimerDoesNotFire() {
        List<String> fired = new CopyOnWriteArrayList<>();
        CountDownLatch second = new CountDownLatch(1);
        loop.execute(() -> {
            EventLoop.Timer first = loop.schedule(loop.time().nanos(), () -> fired.add("cancelled"));
            first.cancel();
            loop.schedule(loop.time().nanos() + SOON.toNanos(), second::countDown);
        });
        Wait.until(second);

        assertThat(fired).isEmpty();
    }

    @Test
    void aClosedLoopTakesNothingMore() {
        loop.close();
        loop.close();
        CountDownLatch never = new CountDownLatch(1);
        loop.execute(never::countDown);
        loop.schedule(loop.time().nanos(), never::countDown).cancel();

        assertThat(never.getCount()).isEqualTo(1);
    }
}
