package dev.tenure.internal;

import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A few daemon threads for things that block, which grows for as long as some of them are stuck. Thread-safe.
 *
 * <p>A call that hangs past its deadline keeps its thread; another thread takes its place until it returns, up to a
 * limit, so that a hanging call delays nothing else.
 */
final class ElasticPool implements AutoCloseable {
    private static final int MOST_STUCK = 256;

    private final int size;
    private final ThreadPoolExecutor threads;
    private final AtomicLong order = new AtomicLong();
    private int stuck;

    ElasticPool(String name, int size) {
        this.size = size;
        AtomicInteger number = new AtomicInteger();
        this.threads = new ThreadPoolExecutor(size, size, 10, TimeUnit.SECONDS, new PriorityBlockingQueue<>(), task -> {
            Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        });
        threads.allowCoreThreadTimeOut(true);
    }

    /** Runs the task as soon as a thread is free; the more urgent goes first, then whichever came first. */
    Job submit(EventLoop.Urgency urgency, Runnable task) {
        Job job = new Job(urgency, order.incrementAndGet(), task);
        threads.execute(job);
        return job;
    }

    /** One at a time: two threads that set both bounds in turns would have the pool refuse one of them. */
    private synchronized void resize(int change) {
        stuck += change;
        int wanted = size + Math.min(stuck, MOST_STUCK);
        if (wanted > threads.getMaximumPoolSize()) {
            threads.setMaximumPoolSize(wanted);
            threads.setCorePoolSize(wanted);
        } else {
            threads.setCorePoolSize(wanted);
            threads.setMaximumPoolSize(wanted);
        }
    }

    /** Lets what was submitted run for a moment longer, then interrupts it. */
    @Override
    public void close() {
        threads.shutdown();
        Uninterruptibly.await(() -> {
            if (!threads.awaitTermination(1, TimeUnit.SECONDS)) {
                threads.shutdownNow();
            }
        });
    }

    /** One task in the pool. */
    final class Job implements Runnable, Comparable<Job> {
        private final EventLoop.Urgency urgency;
        private final long place;
        private final Runnable task;
        private State state = State.WAITING;
        private @Nullable Thread thread;

        private Job(EventLoop.Urgency urgency, long place, Runnable task) {
            this.urgency = urgency;
            this.place = place;
            this.task = task;
        }

        @Override
        public void run() {
            if (!begin()) {
                return;
            }
            try {
                task.run();
            } finally {
                end();
            }
        }

        /** Takes the task back if it has not started. Returns true if it never will run. */
        synchronized boolean withdraw() {
            boolean waiting = state == State.WAITING;
            if (waiting) {
                state = State.OVER;
                threads.remove(this);
            }
            return waiting;
        }

        /** Tells the pool that this task takes too long, so that another thread takes the place of its thread. */
        synchronized void overdue() {
            if (state == State.RUNNING) {
                state = State.STUCK;
                resize(1);
            }
        }

        /** Interrupts the thread that runs this task, if one does. */
        synchronized void interrupt() {
            if (thread != null) {
                thread.interrupt();
            }
        }

        private synchronized boolean begin() {
            if (state != State.WAITING) {
                return false;
            }
            state = State.RUNNING;
            thread = Thread.currentThread();
            return true;
        }

        private synchronized void end() {
            if (state == State.STUCK) {
                resize(-1);
            }
            state = State.OVER;
            thread = null;
            Thread.interrupted(); // meant for this task, not for the next one on the thread
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
