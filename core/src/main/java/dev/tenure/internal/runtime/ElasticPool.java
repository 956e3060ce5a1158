package dev.tenure.internal.runtime;

import dev.tenure.spi.TimeSource;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A few daemon threads for things that block, which grows for as long as some of them are stuck. Thread-safe. A thread
 * starts only when none is idle, and ends when it was idle for a while.
 *
 * <p>A call that hangs past its deadline keeps its thread; another thread takes its place until it returns, up to a
 * limit, so that a hanging call delays nothing else. No lock is held here while something is waited for, so the loop
 * may call everything but {@link #close}.
 */
public final class ElasticPool implements TaskPool, AutoCloseable {
    private static final int MOST_STUCK = 256;
    private static final long IDLE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final TimeSource REAL = TimeSource.system();

    private final String name;
    private final int size;
    private final Executor aside;
    private final AtomicLong order = new AtomicLong();
    private final Set<Job> running = ConcurrentHashMap.newKeySet();
    private final Object lock = new Object(); // never held while something else is waited for
    private final PriorityQueue<Job> waiting = new PriorityQueue<>();
    private int threads;
    private int idle;
    private int started;
    private int stuck;
    private boolean closed;
    private volatile boolean stopping;

    /** Makes a pool of so many threads at most, which start when they are needed; what they run is interrupted aside. */
    public ElasticPool(String name, int size, Executor aside) {
        this.name = name;
        this.size = size;
        this.aside = aside;
    }

    /** Runs the task as soon as a thread is free. */
    @Override
    public Job submit(EventLoop.Urgency urgency, Runnable task) {
        Job job = new Job(urgency, order.incrementAndGet(), task);
        int number;
        synchronized (lock) {
            if (closed) {
                throw new RejectedExecutionException(name + " is closed");
            }
            waiting.add(job);
            lock.notifyAll();
            number = numberOfThreadToStart();
        }
        start(number, job);
        return job;
    }

    private int mostThreads() {
        return size + Math.min(Math.max(stuck, 0), MOST_STUCK); // one may end before it is counted as stuck
    }

    /** Returns the number of a thread to start, which counts from now on, or 0 if there are enough. */
    private int numberOfThreadToStart() {
        if (waiting.size() <= idle || threads >= mostThreads()) {
            return 0;
        }
        threads++;
        return ++started;
    }

    /**
     * Starts the thread of this number, if it is one. If there is none to be had, the threads there are do the work; if
     * there are none, the job is taken back.
     */
    private void start(int number, @Nullable Job job) {
        if (number == 0) {
            return;
        }
        try {
            Thread thread = new Thread(null, this::work, name + "-" + number, 0, false);
            thread.setDaemon(true);
            thread.start();
        } catch (OutOfMemoryError noThread) {
            boolean none;
            synchronized (lock) {
                threads--;
                none = threads == 0;
                lock.notifyAll();
            }
            if (none && job != null && job.withdraw()) {
                throw noThread;
            }
        }
    }

    private void work() {
        for (Job job = next(); job != null; job = next()) {
            try {
                job.run();
            } catch (RuntimeException | Error thrown) {
                Thread thread = Thread.currentThread();
                thread.getUncaughtExceptionHandler().uncaughtException(thread, thrown);
            }
        }
    }

    /** Waits for a job. Returns null if this thread is not needed any more. */
    private @Nullable Job next() {
        synchronized (lock) {
            long until = REAL.nanos() + IDLE_NANOS;
            while (waiting.isEmpty() && !closed && threads <= mostThreads()) {
                long left = until - REAL.nanos();
                if (left <= 0) {
                    break;
                }
                idle++;
                try {
                    TimeUnit.NANOSECONDS.timedWait(lock, left);
                } catch (InterruptedException e) {
                    Thread.interrupted(); // it was meant for a job that has ended: this thread waits on
                } finally {
                    idle--;
                }
            }
            Job job = threads <= mostThreads() ? waiting.poll() : null;
            if (job == null) {
                threads--;
                lock.notifyAll();
            }
            return job;
        }
    }

    private void resize(int change) {
        int number;
        synchronized (lock) {
            stuck += change;
            number = numberOfThreadToStart();
        }
        start(number, null);
    }

    /** Lets what was submitted run for a moment longer, then interrupts it. */
    @Override
    public void close() {
        synchronized (lock) {
            closed = true;
            lock.notifyAll();
        }
        UninterruptibleWait.await(() -> {
            if (!awaitEnd()) {
                stop();
            }
        });
    }

    private boolean awaitEnd() throws InterruptedException {
        long until = REAL.nanos() + TimeUnit.SECONDS.toNanos(1);
        synchronized (lock) {
            for (long left = until - REAL.nanos(); left > 0 && threads > 0; left = until - REAL.nanos()) {
                TimeUnit.NANOSECONDS.timedWait(lock, left);
            }
            return threads == 0;
        }
    }

    private void stop() {
        stopping = true;
        synchronized (lock) {
            waiting.clear();
        }
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
            boolean withdrawn = state.compareAndSet(State.WAITING, State.OVER);
            if (withdrawn) {
                synchronized (lock) {
                    waiting.remove(this);
                }
            }
            return withdrawn;
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
