package dev.tenure.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.internal.fixtures.RecordedLogs;
import dev.tenure.internal.fixtures.StalledChannel;
import dev.tenure.internal.fixtures.Wait;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R18 Nothing blocks the loop: what may block is done aside")
class SpareThreadsTest {
    private final SpareThreads aside = new SpareThreads("spare");
    private final CountDownLatch letGo = new CountDownLatch(1);

    @AfterEach
    void close() {
        letGo.countDown();
        aside.close();
    }

    private void stick(CountDownLatch stuck) {
        aside.execute(() -> {
            stuck.countDown();
            Wait.stubbornly(letGo);
        });
    }

    @Test
    void tasksThatAreStuckDelayNoOther() {
        CountDownLatch stuck = new CountDownLatch(20);
        for (int i = 0; i < 20; i++) {
            stick(stuck);
        }
        Wait.until(stuck);
        CountDownLatch done = new CountDownLatch(1);
        aside.execute(done::countDown);

        Wait.until(done);
    }

    @Test
    void manyShortTasksTakeFewThreads() {
        Set<Thread> threads = ConcurrentHashMap.newKeySet();
        CountDownLatch done = new CountDownLatch(10_000);
        for (int i = 0; i < 10_000; i++) {
            aside.execute(() -> {
                threads.add(Thread.currentThread());
                done.countDown();
            });
        }
        Wait.until(done);

        assertThat(threads).hasSizeLessThan(1_000);
    }

    @Test
    void threadsGoWhenTheirTasksAreNoLongerStuck() {
        List<Thread> threads = new CopyOnWriteArrayList<>();
        CountDownLatch stuck = new CountDownLatch(20);
        for (int i = 0; i < 20; i++) {
            aside.execute(() -> {
                threads.add(Thread.currentThread());
                stuck.countDown();
                Wait.stubbornly(letGo);
            });
        }
        Wait.until(stuck);
        letGo.countDown();

        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(Wait.SECONDS);
        while (threads.stream().filter(Thread::isAlive).count() > 1 && System.nanoTime() - until < 0) {
            Thread.onSpinWait();
        }
        assertThat(threads).filteredOn(Thread::isAlive).hasSizeLessThanOrEqualTo(1);
    }

    @Test
    void withoutAThreadToHaveTasksWaitForOneAndThatIsSaid() {
        AtomicBoolean starved = new AtomicBoolean();
        try (SpareThreads scarce = new SpareThreads(task -> {
            if (starved.get()) {
                throw new OutOfMemoryError("unable to create native thread");
            }
            return new Thread(task, "scarce");
        })) {
            starved.set(true);
            CountDownLatch stuck = new CountDownLatch(1);
            scarce.execute(() -> {
                stuck.countDown();
                Wait.stubbornly(letGo);
            });
            Wait.until(stuck);
            CountDownLatch waiting = new CountDownLatch(1);
            scarce.execute(waiting::countDown);
            assertThat(waiting.getCount()).as("there is no thread for it").isEqualTo(1);

            starved.set(false);
            CountDownLatch next = new CountDownLatch(1);
            scarce.execute(next::countDown);
            Wait.until(waiting);
            Wait.until(next);
        }
        assertThat(RecordedLogs.containing("no further thread can be had")).isNotEmpty();
    }

    @Test
    void aTaskThatThrowsStopsNoOther() {
        CountDownLatch done = new CountDownLatch(1);
        aside.execute(() -> {
            throw new AssertionError("a channel failed to close");
        });
        aside.execute(done::countDown);

        Wait.until(done);
    }

    @Test
    void submittedTasksRunBeforeTheEnd() {
        List<Integer> done = new CopyOnWriteArrayList<>();
        SerialTasks turns = new SerialTasks(aside);
        IntStream.range(0, 100).forEach(i -> turns.add(() -> done.add(i)));
        aside.close();

        assertThat(done)
                .containsExactlyElementsOf(IntStream.range(0, 100).boxed().toList());
    }

    @Test
    void theEndIsBoundedThoughATaskIsStuck() {
        CountDownLatch stuck = new CountDownLatch(1);
        stick(stuck);
        Wait.until(stuck);

        CompletableFuture.runAsync(aside::close)
                .orTimeout(Wait.SECONDS, TimeUnit.SECONDS)
                .join();
    }

    @Test
    void anInterruptForOneTaskNeverHitsTheNextOnItsThread() {
        StalledChannel channel = new StalledChannel();
        try (ElasticPool pool = new ElasticPool("interrupted", 1, aside)) {
            ElasticPool.Job first = pool.submit(EventLoop.Urgency.LOOK, () -> {
                try {
                    channel.transfer();
                } catch (IOException closed) {
                    Thread.currentThread().interrupt(); // as if nothing had cleared it
                }
            });
            CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
            pool.submit(
                    EventLoop.Urgency.LOOK,
                    () -> interrupted.complete(Thread.currentThread().isInterrupted()));
            channel.awaitTransfer();
            first.interrupt();
            channel.awaitInterrupt();
            first.interrupt();
            channel.answer();

            assertThat(interrupted.orTimeout(Wait.SECONDS, TimeUnit.SECONDS).join())
                    .isFalse();
        }
    }

    @Test
    void anInterruptThatComesBeforeItsThreadHasBegunIsNotLost() {
        Interruption interruption = new Interruption(Runnable::run);
        interruption.request();
        interruption.begin();
        assertThat(Thread.currentThread().isInterrupted()).isTrue();

        interruption.end();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();

        interruption.request();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void interruptsOfOneThreadTakeOneThreadHoweverManyAreAskedFor() {
        List<Runnable> handedOver = new ArrayList<>();
        Interruption interruption = new Interruption(handedOver::add);
        interruption.begin();
        interruption.request();
        interruption.request();
        assertThat(handedOver).hasSize(1);

        handedOver.get(0).run();
        assertThat(Thread.interrupted()).isTrue();
        interruption.request();
        assertThat(handedOver).hasSize(2);
        interruption.end();
    }

    @Test
    void onlyTheTasksOwnInterruptIsClearedAtTheEnd() {
        Interruption outer = new Interruption(Runnable::run);
        Interruption inner = new Interruption(Runnable::run);
        outer.begin();
        inner.begin();
        inner.request();
        inner.end();
        assertThat(Thread.currentThread().isInterrupted())
                .as("it was meant for the inner one")
                .isFalse();

        inner.begin();
        outer.request();
        inner.request();
        inner.end();
        assertThat(Thread.currentThread().isInterrupted())
                .as("it was meant for the outer one too")
                .isTrue();
        outer.end();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();

        Interruption another = new Interruption(Runnable::run);
        another.begin();
        Thread.currentThread().interrupt();
        another.end();
        assertThat(Thread.interrupted()).as("it came from elsewhere").isTrue();
    }

    @Test
    void aLogThatIsStuckLosesTheLatestLinesAndSaysSo() {
        LogQueue log = new LogQueue(aside);
        CountDownLatch stuck = new CountDownLatch(1);
        log.add(
                Level.DEBUG,
                () -> {
                    stuck.countDown();
                    Wait.stubbornly(letGo);
                    return "lines-1 first";
                },
                null);
        Wait.until(stuck);
        for (int i = 0; i < LogQueue.MOST + 5; i++) {
            log.add(Level.DEBUG, () -> "lines-1", null);
        }
        letGo.countDown();
        aside.close();

        assertThat(RecordedLogs.containing("and 5 lines are missing")).hasSize(1);
    }
}
