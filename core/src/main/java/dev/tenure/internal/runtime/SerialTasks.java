package dev.tenure.internal.runtime;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Runs tasks that may block one after the other, in the order they came, away from the loop. Thread-safe; a thread that
 * adds a task never waits.
 */
public final class SerialTasks {
    private final Executor aside;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final ReentrantLock turn = new ReentrantLock(); // held while a task runs, so never taken on the loop

    public SerialTasks(Executor aside) {
        this.aside = aside;
    }

    /** Adds a task to run after those that were added before. */
    public void add(Runnable task) {
        tasks.add(task);
        aside.execute(this::runAll);
    }

    /** Only one thread runs tasks at a time: a task that is stuck holds one thread, not many. */
    private void runAll() {
        while (!tasks.isEmpty() && turn.tryLock()) {
            runUnderLock();
        }
    }

    /**
     * Returns when everything that was added before has been run. It runs nothing itself: the waiting thread may be
     * interrupted, and the tasks must not be. Not for the loop.
     */
    void await() throws InterruptedException {
        if (!tasks.isEmpty() || turn.isLocked()) { // a task that was taken from the queue is run under the lock
            CountDownLatch reached = new CountDownLatch(1);
            add(reached::countDown);
            reached.await();
        }
    }

    private void runUnderLock() {
        try {
            for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
                runContained(task);
            }
        } finally {
            turn.unlock();
        }
    }

    /** A task reports its own failure; the next one runs regardless. */
    private static void runContained(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error untold) {
            return;
        }
    }
}
