package dev.tenure.internal.runtime;

import dev.tenure.spi.TimeSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks that are short but may block for as long as they like, and none waits for another: interrupting a thread,
 * writing to a log, telling a store that somebody watches. Thread-safe; handing over a task never waits.
 *
 * <p>One thread always waits for the next task. Before it runs that task, it sees to it that another one waits. So the
 * threads grow only while tasks are stuck, and no thread needs to be started by the thread that hands one over.
 */
public final class SpareThreads implements Executor, AutoCloseable {
    private static final TimeSource REAL = TimeSource.system();
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ThreadFactory threads;
    private final Object lock = new Object(); // never held while something else is waited for
    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private int spare;
    private int busy;
    private boolean shortage;
    private boolean told;
    private boolean closed;

    /** Starts the first thread. */
    public SpareThreads(String name) {
        this(daemons(name));
    }

    public SpareThreads(ThreadFactory threads) {
        this.threads = threads;
        this.spare = 1;
        threads.newThread(this::run).start();
    }

    /** Runs the task at once, beside all others. After the end it is dropped. */
    @Override
    public void execute(Runnable task) {
        boolean mustGrow;
        synchronized (lock) {
            if (closed) {
                return;
            }
            tasks.add(task);
            lock.notifyAll();
            mustGrow = shortage;
            shortage = false;
            spare += mustGrow ? 1 : 0;
        }
        if (mustGrow) {
            grow();
        }
    }

    /** Waits, for a moment at most, until nothing that was handed over is left to do. */
    public void awaitIdle() {
        long until = REAL.nanos() + PATIENCE_NANOS;
        UninterruptibleWait.await(() -> {
            synchronized (lock) {
                for (long left = until - REAL.nanos();
                        left > 0 && (busy > 0 || !tasks.isEmpty());
                        left = until - REAL.nanos()) {
                    TimeUnit.NANOSECONDS.timedWait(lock, left);
                }
            }
        });
    }

    /**
     * Takes no more. What was handed over so far is still run, and waited for a moment; what is stuck keeps its thread.
     */
    @Override
    public void close() {
        takeNoMore();
        awaitIdle();
    }

    /** Takes no more, and waits for nothing: what was handed over so far is still run. */
    void takeNoMore() {
        synchronized (lock) {
            closed = true;
            lock.notifyAll();
        }
    }

    private static ThreadFactory daemons(String name) {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(null, task, name + "-" + number.incrementAndGet(), 0, false);
            thread.setDaemon(true);
            return thread;
        };
    }

    private void run() {
        for (Runnable task = next(); task != null; task = next()) {
            boolean last;
            synchronized (lock) {
                last = spare == 0;
                spare += last ? 1 : 0;
            }
            if (last) {
                grow();
            }
            runContained(task);
            synchronized (lock) {
                busy--;
                spare++;
                lock.notifyAll();
            }
        }
    }

    /** Waits for a task. Returns null if this thread is not needed any more. */
    private @Nullable Runnable next() {
        synchronized (lock) {
            while (tasks.isEmpty() && !closed && spare == 1) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    Thread.interrupted(); // nobody has a reason to interrupt this thread: it waits on
                }
            }
            spare--;
            Runnable task = tasks.poll();
            busy += task == null ? 0 : 1;
            return task;
        }
    }

    /**
     * Starts the thread that was counted as spare already. Without one, tasks wait for each other until it can be had.
     */
    private void grow() {
        try {
            threads.newThread(this::run).start();
            synchronized (lock) {
                told = false;
            }
        } catch (RuntimeException | Error noThread) {
            synchronized (lock) {
                spare--;
                shortage = true;
                if (!told) {
                    told = true;
                    tasks.add(SpareThreads::tellOfShortage);
                }
            }
        }
    }

    private static void tellOfShortage() {
        String line = "no further thread can be had: work may be told late of the end of its term";
        EngineLog.write(System.Logger.Level.WARNING, () -> line, null);
    }

    /** What fails here has nobody to hear of it: a channel of the user's that fails to close, for instance. */
    private static void runContained(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error unheard) {
            return;
        }
    }
}
