package dev.tenure.internal.runtime;

import static dev.tenure.concurrency.Threads.check;

import dev.tenure.concurrency.Threads;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** What is done aside is done: {@link SerialTasks} and {@link SpareThreads} (R18). */
public final class AsideScenarios {
    private AsideScenarios() {}

    /** Tasks are run once each, one at a time and in their order, though each addition brings a thread to run them. */
    public static final class SerialTasksRunInOrder implements Runnable {
        private final AtomicInteger running = new AtomicInteger();
        private final List<Integer> done = new ArrayList<>(); // not thread-safe: one at a time

        @Override
        public void run() {
            Threads aside = new Threads();
            SerialTasks tasks = new SerialTasks(aside);
            tasks.add(() -> note(1));
            tasks.add(() -> note(2));
            aside.join();
            check(done.equals(List.of(1, 2)), "run were " + done);
        }

        private void note(int number) {
            check(running.incrementAndGet() == 1, "two tasks at once");
            done.add(number);
            running.decrementAndGet();
        }
    }

    /** Whoever waits goes on after all that was added before, and not before. */
    public static final class SerialTasksAreAwaited implements Runnable {
        private volatile boolean done;

        @Override
        public void run() {
            Threads aside = new Threads();
            SerialTasks tasks = new SerialTasks(aside);
            tasks.add(() -> done = true);
            try {
                tasks.await();
            } catch (InterruptedException e) {
                throw new AssertionError("nobody interrupts the test", e);
            }
            check(done, "went on before the task was run");
            aside.join();
        }
    }

    /** The threads of a scenario that spare threads are made of, and what their tasks have done. */
    private static final class Spare {
        private final Object lock = new Object();
        private final AtomicInteger threads = new AtomicInteger();
        private int done;

        SpareThreads make() {
            return new SpareThreads(task -> {
                threads.incrementAndGet();
                return new Thread(task);
            });
        }

        void done() {
            synchronized (lock) {
                done++;
                lock.notifyAll();
            }
        }

        void await(int tasks) {
            synchronized (lock) {
                while (done < tasks) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError("nobody interrupts", e);
                    }
                }
                check(done == tasks, "done: " + done);
            }
        }
    }

    /** A task that waits for the one handed over after it gets its wish: another thread runs that one. */
    public static final class SpareThreadIsThere implements Runnable {
        @Override
        public void run() {
            Spare spare = new Spare();
            SpareThreads aside = spare.make();
            aside.execute(() -> {
                spare.await(1);
                spare.done();
            });
            aside.execute(spare::done);
            spare.await(2);
            aside.takeNoMore(); // does not wait: to Lincheck, a time to wait for is no time at all
            check(spare.threads.get() <= 3, "threads: " + spare.threads);
        }
    }

    /** Each task is run once, whatever thread hands it over and whatever thread takes it. */
    public static final class SpareThreadsRunEachTaskOnce implements Runnable {
        @Override
        public void run() {
            Spare spare = new Spare();
            SpareThreads aside = spare.make();
            Threads.together(() -> aside.execute(spare::done), () -> aside.execute(spare::done));
            spare.await(2);
            aside.takeNoMore(); // does not wait: to Lincheck, a time to wait for is no time at all
            check(spare.threads.get() <= 3, "threads: " + spare.threads);
        }
    }
}
