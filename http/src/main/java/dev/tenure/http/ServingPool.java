package dev.tenure.http;

import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The threads of a server, of which no client can keep one. Thread-safe.
 *
 * <p>The JDK's server reads a request on such a thread, so a client that sends its request drop by drop would hold it
 * for ever. It reads from an interruptible channel, though: an interrupt closes exactly that connection. So each turn
 * is interrupted at its deadline; and while others wait, whoever has been at it longest goes first, after a short
 * patience. When even those that wait are too many, the newest connection is closed at once.
 */
final class ServingPool implements Executor, AutoCloseable {
    static final int THREADS = 32;
    static final int MOST_WAITING = 128;

    /** How long a client may take before others that wait push it out. */
    static final Duration PATIENCE = Duration.ofMillis(200);

    private static final long IDLE_SECONDS = 10;
    private static final long CLOSE_SECONDS = 1;

    private final TimeSource time = TimeSource.system();
    private final Duration deadline;
    private final ThreadPoolExecutor threads;
    private final ScheduledThreadPoolExecutor watchdog;
    private final Set<Turn> running = ConcurrentHashMap.newKeySet();

    ServingPool(Duration deadline) {
        this.deadline = deadline;
        this.threads = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(MOST_WAITING),
                task -> daemon(task, "tenure-http"));
        threads.allowCoreThreadTimeOut(true);
        this.watchdog = new ScheduledThreadPoolExecutor(1, task -> daemon(task, "tenure-http-watchdog"));
        watchdog.setRemoveOnCancelPolicy(true);
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
    }

    /** Takes a connection on. Throws if there are too many, upon which the JDK's server closes it. */
    @Override
    public void execute(Runnable task) {
        Turn turn = new Turn(task);
        threads.execute(turn);
        if (!turn.hasBegun()) {
            after(PATIENCE, turn::makeRoom);
        }
    }

    /** Runs a task on a thread that does not keep the JVM alive, and neither do the threads that it starts. */
    Future<?> onDaemon(Runnable task) {
        return watchdog.submit(task);
    }

    /** Does something later, unless the returned action is run before. */
    private Runnable after(Duration delay, Runnable task) {
        try {
            Future<?> later = watchdog.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
            return () -> later.cancel(false);
        } catch (RejectedExecutionException closed) {
            return () -> {}; // closing interrupts every turn anyway
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
        watchdog.shutdownNow();
        try {
            threads.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    /** One request, from its first byte to the end of its answer or until its handler puts it off. */
    private final class Turn implements Runnable {
        private final Runnable task;
        private @Nullable Thread thread;
        private boolean begun;
        private boolean interrupted;
        private volatile long begunNanos;

        Turn(Runnable task) {
            this.task = task;
        }

        @Override
        public void run() {
            begin();
            Runnable forget = after(deadline, this::interrupt);
            running.add(this);
            try {
                task.run();
            } finally {
                running.remove(this);
                forget.run();
                finish();
            }
        }

        private synchronized void begin() {
            begun = true;
            begunNanos = time.nanos();
            thread = Thread.currentThread();
        }

        synchronized boolean hasBegun() {
            return begun;
        }

        /** Nothing may interrupt this thread on behalf of a turn that is over. */
        private synchronized void finish() {
            thread = null;
            Thread.interrupted();
        }

        /** Returns whether it was interrupted now, and not before. */
        synchronized boolean interrupt() {
            if (thread == null || interrupted) {
                return false;
            }
            interrupted = true;
            thread.interrupt();
            return true;
        }

        /** Pushes out whoever has been at it longest, as long as this turn has to wait. */
        void makeRoom() {
            if (hasBegun()) {
                return;
            }
            long now = time.nanos();
            List<Turn> oldestFirst = running.stream()
                    .filter(turn -> now - turn.begunNanos >= PATIENCE.toNanos())
                    .sorted(Comparator.comparingLong((Turn turn) -> now - turn.begunNanos)
                            .reversed())
                    .toList();
            for (Turn turn : oldestFirst) {
                if (turn.interrupt()) {
                    break;
                }
            }
            after(PATIENCE, this::makeRoom);
        }
    }
}
