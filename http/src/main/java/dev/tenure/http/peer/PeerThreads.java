package dev.tenure.http.peer;

import dev.tenure.spi.EscapingLogger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The threads of a peer channel, whatever the number of elections and peers: one that waits and decides, and a few that
 * do what may take a moment. All of them are daemons.
 */
final class PeerThreads implements AutoCloseable {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure");
    private static final int HANDS = 3;
    private static final int MOST_WAITING = 10_000;
    private static final long LAST_WORDS_MILLIS = 500;

    private final ScheduledThreadPoolExecutor loop;
    private final ThreadPoolExecutor hands;
    private final ThreadPoolExecutor wire;

    PeerThreads() {
        loop = new ScheduledThreadPoolExecutor(1, named("tenure-peer"));
        loop.setRemoveOnCancelPolicy(true);
        loop.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        hands = pool("tenure-peer-answer");
        wire = pool("tenure-peer-http");
    }

    private static ThreadPoolExecutor pool(String name) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                HANDS, HANDS, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING), named(name));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static ThreadFactory named(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Runs a task on the loop; after the end it is dropped. */
    void execute(Runnable task) {
        Future<?> unused = after(Duration.ZERO, task);
    }

    /** Runs a task on the loop, later. */
    Future<?> after(Duration delay, Runnable task) {
        try {
            return loop.schedule(contained(task), delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException closed) {
            return CompletableFuture.completedFuture(null);
        }
    }

    /** Returns who does what may block for a moment. */
    Executor hands() {
        return hands;
    }

    /** Returns who serves the HTTP client. Its threads end by themselves when they have nothing to do. */
    Executor wire() {
        return wire;
    }

    private static Runnable contained(Runnable task) {
        return () -> {
            try {
                task.run();
            } catch (RuntimeException | Error failed) {
                LOG.log(Level.ERROR, "the peer channel failed at something, and goes on", failed);
            }
        };
    }

    /** Drops what was planned, and gives what is being said a moment to be said. */
    @Override
    public void close() {
        try {
            CountDownLatch done = new CountDownLatch(1);
            execute(done::countDown);
            boolean said = done.await(LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS);
            LOG.log(Level.DEBUG, "the peer channel ends, everything said: {0}", said);
            hands.shutdown();
            hands.awaitTermination(LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            loop.shutdown();
            hands.shutdown();
        }
    }
}
