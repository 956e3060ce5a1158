package dev.tenure.concurrency;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The threads of one scenario, each of which Lincheck lets run and holds up as it likes. */
public final class Threads implements Executor {
    private final List<Thread> started = new ArrayList<>();
    private volatile @Nullable Throwable failure;

    /** Runs all of these beside each other, and returns when all have ended. */
    public static void together(Runnable... tasks) {
        Threads threads = new Threads();
        for (Runnable task : tasks) {
            threads.execute(task);
        }
        threads.join();
    }

    /** Runs the task on a thread of its own. What it throws is thrown by {@link #join}: Lincheck watches one thread. */
    @Override
    public void execute(Runnable task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (RuntimeException | Error broken) {
                failure = broken;
            }
        });
        start(thread);
    }

    /** Starts a thread of the caller's own. */
    public void start(Thread thread) {
        synchronized (started) {
            started.add(thread);
        }
        thread.start();
    }

    private int count() {
        synchronized (started) {
            return started.size();
        }
    }

    /** Waits for all threads, and for those that they start. */
    public void join() {
        for (int i = 0; i < count(); i++) {
            Thread next;
            synchronized (started) {
                next = started.get(i);
            }
            try {
                next.join();
            } catch (InterruptedException e) {
                throw new AssertionError("nobody interrupts the test", e);
            }
        }
        Throwable broken = failure;
        if (broken != null) {
            throw new AssertionError(broken.getMessage(), broken);
        }
    }

    /** Fails the scenario unless this is so. */
    public static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
