package dev.tenure.internal.runtime;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * A few daemon threads for things that block, which grows for as long as some of them are stuck. Thread-safe.
 *
 * <p>A call that hangs past its deadline keeps its thread; another thread takes its place until it returns, up to a
 * limit, so that a hanging call delays nothing else. No lock is held here while something is waited for, so the loop
 * may call everything but {@link #close}.
 */
public final class ElasticPool implements TaskPool, AutoCloseable {
    private static final int MOST_STUCK = 256;

    private final int size;
    private final ThreadPoolExecutor threads;
    private final Executor aside;
    private final AtomicLong order = new AtomicLong();
    private final Set<Job> running = ConcurrentHashMap.newKeySet();
    private final Object resizing = new Object();
    private int stuck;
    private volatile boolean stopping;

    /** Makes a pool of so many threads; what they run is interrupted aside. */
    public ElasticPool(String name, int size, Executor aside) {
        this.size = size;
        this.aside = aside;
        AtomicInteger number = new AtomicInteger();
        this.threads = new ThreadPoolExecutor(size, size, 10, TimeUnit.SECONDS, new PriorityBlockingQueue<>(), task -> {
            Thread thread = new Thread(null, task, name + "-" + number.incrementAndGet(), 0, false);
            thread.setDaemon(true);
            return thread;
        });
        threads.allowCoreThreadTimeOut(true);
    }

    /** Runs the task as soon as a thread is free. */
    @Override
    public Job submit(EventLoop.Urgency urgency, Runnable task) {
        Job job = new Job(urgency, order.incrementAndGet(), task);
        try {
            threads.execute(job);
        } catch (OutOfMemoryError noThread) {
            if (threads.getPoolSize() == 0) {
                throw noThread;
            }
            threads.getQueue().add(job); // the threads there are do it
        }
        return job;
    }

    /** One at a time: two threads that set both bounds in turns would have the pool refuse one of them. */
    private void resize(int change) {
        synchronized (resizing) {
            stuck += change;
            int wanted = size + Math.min(Math.max(stuck, 0), MOST_STUCK); // one may end before it is counted as stuck
            if (wanted > threads.getMaximumPoolSize()) {
                threads.setMaximumPoolSize(wanted);
                growTo(wanted);
            } else {
                threads.setCorePoolSize(wanted);
                threads.setMaximumPoolSize(wanted);
            }
        }
    }

    /** Starts a thread if a task waits for one. If there is none to be had now, the next task that comes starts it. */
    private void growTo(int wanted) {
        try {
            threads.setCorePoolSize(wanted);
        } catch (OutOfMemoryError noThread) {
            return;
        }
    }

    /** Lets what was submitted run for a moment longer, then interrupts it. */
    @Override
    public void close() {
        threads.shutdown();
        UninterruptibleWait.await(() -> {
            if (!threads.awaitTermination(1, TimeUnit.SECONDS)) {
                stop();
            }
        });
    }

    private void stop() {
        stopping = true;
        threads.getQueue().clear();
        running.forEach(Job::interrupt);
    }

    /** One task in the pool. */
    public final class Job implements TaskPool.Task, Runnable, Comparable<Job> {
        private final EventLoop.Urgency urgency;
        private final long place;
        private final Runnable task;
        private final Interruption interruption = new Interruption(aside);
        private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

        private Job(EventLoop.Urgency urgency, long place, Runnable task) {
            this.urgency = urgency;
            this.place = place;
            this.task = task;
        }

        @Override
        public void run() {
            if (stopping || !state.compareAndSet(State.WAITING, State.RUNNING)) {
                return;
            }
            interruption.begin();
            running.add(this);
            if (stopping) {
                interrupt();
            }
            try {
                task.run();
            } finally {
                end();
            }
        }

        /** Takes the task back if it has not started. Returns true if it never will run. */
        boolean withdraw() {
            boolean waiting = state.compareAndSet(State.WAITING, State.OVER);
            if (waiting) {
                threads.remove(this);
            }
            return waiting;
        }

        /** Another thread takes the place of the one that runs this task. */
        @Override
        public void overdue() {
            if (state.compareAndSet(State.RUNNING, State.STUCK)) {
                resize(1);
            }
        }

        /** Has the thread that runs this task interrupted, if one does. */
        void interrupt() {
            interruption.request();
        }

        /** An interrupt that is under way is waited for: it is meant for this task, not for the next on the thread. */
        private void end() {
            running.remove(this);
            interruption.end();
            if (state.getAndSet(State.OVER) == State.STUCK) {
                resize(-1);
            }
        }

        @Override
        public int compareTo(Job other) {
            int byUrgency = urgency.compareTo(other.urgency);
            return byUrgency != 0 ? byUrgency : Long.compare(place, other.place);
        }
    }

    private enum State {
        WAITING,
        RUNNING,
        STUCK,
        OVER
    }
}
