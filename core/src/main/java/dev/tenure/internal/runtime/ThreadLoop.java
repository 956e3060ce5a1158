package dev.tenure.internal.runtime;

import dev.tenure.StoreException;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The loop of a real process: one thread for all decisions, a small pool for calls to the store. */
public final class ThreadLoop implements EventLoop, AutoCloseable {
    public static final int CALL_THREADS = 4;

    private static final long QUIET_CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final TimeSource time = TimeSource.system();
    private final ScheduledThreadPoolExecutor thread;
    private final ElasticPool calls;
    private final Executor aside;
    private final LogQueue log;

    /** Makes a loop that does what may block by the given spare threads, which outlive it. */
    public ThreadLoop(String candidate, SpareThreads aside) {
        this(candidate, new ElasticPool("tenure-store-" + candidate, CALL_THREADS, aside), aside);
    }

    public ThreadLoop(String candidate, ElasticPool calls, Executor aside) {
        this.calls = calls;
        this.aside = aside;
        this.log = new LogQueue(aside);
        this.thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread loop = new Thread(null, task, "tenure-loop-" + candidate, 0, false);
            loop.setDaemon(true);
            return loop;
        });
        thread.setRemoveOnCancelPolicy(true);
        thread.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    @Override
    public TimeSource time() {
        return time;
    }

    @Override
    public void execute(Runnable task) {
        try {
            thread.execute(task);
        } catch (RejectedExecutionException closed) {
            // After close nothing is decided any more; late answers and wake-ups have nobody to go to.
            return;
        }
    }

    @Override
    public Timer schedule(long atNanos, Runnable task) {
        long delay = Math.max(0, atNanos - time.nanos());
        try {
            ScheduledFuture<?> scheduled = thread.schedule(task, delay, TimeUnit.NANOSECONDS);
            return () -> scheduled.cancel(false);
        } catch (RejectedExecutionException closed) {
            return () -> {};
        }
    }

    @Override
    public <T> void offload(StoreCall<T> call, Consumer<? super T> answered, Consumer<StoreException> failed) {
        Pending pending = new Pending();
        ElasticPool.Job job;
        try {
            job = calls.submit(call.urgency(), () -> {
                Runnable outcome = run(call, answered, failed);
                execute(() -> pending.resolve(outcome));
            });
        } catch (RuntimeException | Error noThread) {
            execute(() -> pending.resolve(() -> failed.accept(notSendable(noThread))));
            return;
        }
        pending.deadline = schedule(call.deadlineNanos(), () -> {
            boolean neverSent = job.withdraw();
            if (!neverSent) {
                job.overdue();
                job.interrupt();
            }
            pending.resolve(() -> failed.accept(neverSent ? notSent() : notAnswered()));
        });
    }

    @Override
    public void aside(Runnable task) {
        aside.execute(task);
    }

    @Override
    public void log(System.Logger.Level level, Supplier<String> line, @Nullable Throwable error) {
        log.add(level, line, error);
    }

    private static StoreException notSent() {
        return new StoreException(
                StoreException.Kind.UNREACHABLE, "no thread was free to call the store in time: earlier calls hang");
    }

    private static StoreException notSendable(Throwable noThread) {
        return new StoreException(
                StoreException.Kind.UNREACHABLE, "no thread could be had to call the store: " + noThread, noThread);
    }

    private static StoreException notAnswered() {
        return new StoreException(StoreException.Kind.OUTCOME_UNKNOWN, "the store did not answer in time");
    }

    /** Makes the call, and returns what is to be done with its outcome. */
    private static <T> Runnable run(StoreCall<T> call, Consumer<? super T> answered, Consumer<StoreException> failed) {
        try {
            T answer = call.call().get();
            return () -> answered.accept(answer);
        } catch (StoreException failure) {
            return () -> failed.accept(failure);
        } catch (RuntimeException | Error unexpected) {
            StoreException failure = new StoreException(
                    StoreException.Kind.OUTCOME_UNKNOWN, "the store failed unexpectedly: " + unexpected, unexpected);
            return () -> failed.accept(failure);
        }
    }

    /** Tells whether the loop gets to a task that is handed to it now in that time. */
    public boolean answersWithin(Duration limit) {
        CountDownLatch answered = new CountDownLatch(1);
        execute(answered::countDown);
        if (!thread.isShutdown()) {
            UninterruptibleWait.await(() -> answered.await(limit.toNanos(), TimeUnit.NANOSECONDS));
        }
        return answered.getCount() == 0;
    }

    /** Waits, for so long at most, until the condition holds, which is asked on the loop. */
    public void awaitQuiet(BooleanSupplier condition, Duration limit) {
        CountDownLatch quiet = new CountDownLatch(1);
        execute(() -> askUntil(condition, quiet));
        UninterruptibleWait.await(() -> quiet.await(limit.toNanos(), TimeUnit.NANOSECONDS));
    }

    private void askUntil(BooleanSupplier condition, CountDownLatch quiet) {
        if (condition.getAsBoolean()) {
            quiet.countDown();
        } else {
            schedule(time.nanos() + QUIET_CHECK_NANOS, () -> askUntil(condition, quiet));
        }
    }

    /** Ends after what was handed to the loop so far, and waits for it; only timers are dropped. */
    @Override
    public void close() {
        execute(thread::shutdown);
        UninterruptibleWait.await(() -> thread.awaitTermination(1, TimeUnit.SECONDS));
        calls.close();
    }

    /** A call whose outcome is still open; resolved once, on the loop, by its answer or by its deadline. */
    private static final class Pending {
        private Timer deadline = () -> {};
        private boolean resolved;

        void resolve(Runnable outcome) {
            if (!resolved) {
                resolved = true;
                deadline.cancel();
                outcome.run();
            }
        }
    }
}
