package dev.tenure.internal.events;

import static dev.tenure.concurrency.Threads.check;

import dev.tenure.ElectionEvent;
import dev.tenure.Reason;
import dev.tenure.StoreException;
import dev.tenure.Subscription;
import dev.tenure.concurrency.Threads;
import dev.tenure.internal.runtime.EventLoop;
import dev.tenure.internal.runtime.TaskPool;
import dev.tenure.spi.TimeSource;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What a listener hears while others tell it, and while it leaves (R12). */
public final class ListenerScenarios {
    private ListenerScenarios() {}

    private static ElectionEvent event(long token) {
        return new ElectionEvent.Lost("payroll", Instant.EPOCH, token, Reason.TRUST_ENDED, "the end");
    }

    private static long token(ElectionEvent event) {
        return event instanceof ElectionEvent.Lost lost ? lost.token() : 0;
    }

    /** A loop that runs tasks one at a time, each on the thread that brings it, and whose timers never fire. */
    private static final class Loop implements EventLoop, TimeSource {
        private final Object turn = new Object();

        @Override
        public TimeSource time() {
            return this;
        }

        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public long wallMillis() {
            return 0;
        }

        @Override
        public void execute(Runnable task) {
            synchronized (turn) {
                task.run();
            }
        }

        @Override
        public Timer schedule(long atNanos, Runnable task) {
            return () -> {};
        }

        @Override
        public <T> void offload(StoreCall<T> call, Consumer<? super T> answered, Consumer<StoreException> failed) {
            throw new UnsupportedOperationException("no store");
        }

        @Override
        public void log(System.Logger.Level level, Supplier<String> line, @Nullable Throwable error) {
            throw new AssertionError("nothing to log", error);
        }
    }

    private static TaskPool pool(Threads threads) {
        return (urgency, task) -> {
            threads.execute(task);
            return () -> {};
        };
    }

    /** A listener hears everything once, in order and one at a time, though it empties its queue again and again. */
    public static final class EventsInOrder implements Runnable {
        private final AtomicInteger inside = new AtomicInteger();
        private final List<Long> heard = new ArrayList<>(); // not thread-safe: one at a time
        private final AtomicInteger returned = new AtomicInteger();

        @Override
        public void run() {
            Threads pool = new Threads();
            ListenerQueue queue = new ListenerQueue(this::hear, new Loop(), pool(pool), true, (source, trouble) -> {});
            queue.put(event(1), returned::incrementAndGet);
            queue.put(event(2), returned::incrementAndGet);
            pool.join();
            check(heard.equals(List.of(1L, 2L)), "heard " + heard);
            check(returned.get() == 2, "returned " + returned);
        }

        private void hear(ElectionEvent event) {
            check(inside.incrementAndGet() == 1, "two events at once");
            heard.add(token(event));
            inside.decrementAndGet();
        }
    }

    /** A barrier that leaves is waited for no longer, and counted once; at most the call under way reaches it. */
    public static final class BarrierLeaves implements Runnable {
        private final AtomicInteger passed = new AtomicInteger();
        private volatile int barriers;
        private volatile int expected;
        private final AtomicInteger afterClose = new AtomicInteger();
        private volatile boolean closed;

        @Override
        public void run() {
            Threads pool = new Threads();
            Loop loop = new Loop();
            EventRelay relay = new EventRelay(loop, pool(pool));
            Subscription barrier = relay.subscribeBarrier(this::hear, () -> event(0), count -> barriers = count);
            Threads.together(
                    () -> loop.execute(() -> {
                        expected = barriers;
                        relay.tell(event(1), token -> passed.incrementAndGet());
                    }),
                    () -> {
                        barrier.close();
                        closed = true;
                    });
            pool.join();
            check(passed.get() == expected, "passed " + passed + ", expected " + expected);
            check(afterClose.get() <= 1, "heard after the end: " + afterClose);
        }

        private void hear(ElectionEvent event) {
            if (closed) {
                afterClose.incrementAndGet();
            }
        }
    }
}
