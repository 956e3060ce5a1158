package dev.tenure.internal.runtime;

import static dev.tenure.concurrency.Threads.check;

import dev.tenure.concurrency.Threads;
import java.util.concurrent.atomic.AtomicInteger;

/** An {@link Interruption} hits what it is meant for, and nothing else (R18). */
public final class InterruptionScenarios {
    private InterruptionScenarios() {}

    /** A thread that counts its interrupts. */
    private static final class Interrupted extends Thread {
        private final AtomicInteger hits = new AtomicInteger();

        Interrupted(Runnable task) {
            super(task);
        }

        @Override
        public void interrupt() {
            hits.incrementAndGet();
        }
    }

    /** The interrupt for one task never reaches the next on the same thread. */
    public static final class NextTaskIsSpared implements Runnable {
        private volatile int before;

        @Override
        public void run() {
            Interruption task = new Interruption(Runnable::run);
            Interrupted worker = new Interrupted(() -> {
                task.begin();
                task.end();
                before = ((Interrupted) Thread.currentThread()).hits.get();
            });
            Threads threads = new Threads();
            threads.start(worker);
            threads.execute(task::request);
            threads.join();
            check(worker.hits.get() == before, "the next task was interrupted");
        }
    }

    /** A task that begins while it is being interrupted, or after, is interrupted. */
    public static final class EarlyRequestIsKept implements Runnable {
        private volatile boolean requested;

        @Override
        public void run() {
            Interruption task = new Interruption(Runnable::run);
            Threads.together(
                    () -> {
                        task.request();
                        requested = true;
                    },
                    () -> {
                        task.begin();
                        boolean before = requested;
                        boolean interrupted = Thread.currentThread().isInterrupted();
                        task.end();
                        check(interrupted || !before, "the task was not interrupted");
                    });
        }
    }

    /** Whoever requests an interrupt after one was delivered gets another, though the first is still under way. */
    public static final class SecondRequestIsKept implements Runnable {
        private volatile int before;

        @Override
        public void run() {
            Interruption task = new Interruption(Runnable::run);
            Interrupted worker = new Interrupted(task::begin);
            Threads threads = new Threads();
            threads.start(worker);
            threads.join();
            Threads.together(task::request, () -> {
                before = worker.hits.get();
                task.request();
            });
            check(worker.hits.get() > before, "the second request was lost");
        }
    }
}
