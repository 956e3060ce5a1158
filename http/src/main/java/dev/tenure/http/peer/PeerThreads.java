package dev.tenure.http.peer;

import dev.tenure.http.peer.channel.ChannelLoop;
import dev.tenure.spi.EscapingLogger;
import java.lang.System.Logger.Level;
import java.time.Duration;
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
 * The threads of a peer channel, independent of the number of elections and peers: a loop that decides, and a few for
 * calls that may block. All are daemons.
 */
final class PeerThreads implements ChannelLoop, AutoCloseable {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure");
    private static final int THREADS_EACH = 3;
    private static final int MOST_WAITING = 10_000;
    private static final long LAST_WORDS_MILLIS = 500;

    private final ScheduledThreadPoolExecutor loop;
    private final ThreadPoolExecutor workers;
    private final ThreadPoolExecutor clientThreads;

    PeerThreads() {
        loop = new ScheduledThreadPoolExecutor(1, named("tenure-peer"));
        loop.setRemoveOnCancelPolicy(true);
        loop.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
        workers = pool("tenure-peer-answer");
        clientThreads = pool("tenure-peer-http");
    }

    private static ThreadPoolExecutor pool(String name) {
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                THREADS_EACH, THREADS_EACH, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(MOST_WAITING), named(name));
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

    @Override
    public void execute(Runnable task) {
        after(Duration.ZERO, task);
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
        try {
            Future<?> planned = loop.schedule(contained(task), delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> planned.cancel(false);
        } catch (RejectedExecutionException closed) {
            return () -> {};
        }
    }

    @Override
    public void aside(Runnable task) {
        workers.execute(task);
    }

    /** Returns the executor of the HTTP client. Its threads end when idle. */
    Executor clientThreads() {
        return clientThreads;
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

    /** Drops planned tasks, and gives answers under way a moment to be sent. */
    @Override
    public void close() {
        try {
            CountDownLatch done = new CountDownLatch(1);
            execute(done::countDown);
            boolean said = done.await(LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS);
            LOG.log(Level.DEBUG, "the peer channel ends, everything said: {0}", said);
            workers.shutdown();
            workers.awaitTermination(LAST_WORDS_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        } finally {
            loop.shutdown();
            workers.shutdown();
        }
    }
}
