package dev.tenure.testkit;

import dev.tenure.spi.TimeSource;
import dev.tenure.testing.ManualLoop;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The loop of a {@link ManualCandidate}: it has no thread, and its time stands still until a test moves it. The thread
 * that hands a task over runs it, and then tells the listeners. Thread-safe.
 */
final class ManualRuntime implements ManualLoop {
    private static final long FIRST_NANOS = 0;

    private final ManualTime time;
    private final ReentrantLock turn = new ReentrantLock();
    private final ReentrantLock telling = new ReentrantLock();
    private final ReentrantLock moving = new ReentrantLock();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> tellings = new ConcurrentLinkedQueue<>();
    private final List<Planned> timers = new ArrayList<>(); // guarded by itself
    private final Map<Thread, Long> pausesUntilNanos = new ConcurrentHashMap<>();
    private final Object changes = new Object();
    private final Runnable wakeUp;
    private final BooleanSupplier claimWasInVain;
    private boolean claimsInVain; // guarded by the turn
    private volatile long shownNanos = FIRST_NANOS;
    private volatile boolean closed;

    /**
     * Makes a loop.
     *
     * @param wakeUp has all its elections look at the time
     * @param claimWasInVain tells, once, whether the call just made was a claim that the test has not allowed
     * @param start what the wall clock shows at first
     */
    ManualRuntime(Runnable wakeUp, BooleanSupplier claimWasInVain, Instant start) {
        this.time = new ManualTime(FIRST_NANOS, start);
        this.wakeUp = wakeUp;
        this.claimWasInVain = claimWasInVain;
    }

    /** A timer; no two are equal. One that only claims in vain again need not be exact. */
    private static final class Planned {
        private final long atNanos;
        private final Runnable task;
        private final boolean exact;

        Planned(long atNanos, Runnable task, boolean exact) {
            this.atNanos = atNanos;
            this.task = task;
            this.exact = exact;
        }
    }

    // ---- the loop

    @Override
    public TimeSource time() {
        return time;
    }

    @Override
    public void execute(Runnable task) {
        if (!closed) {
            boolean inVain = turn.isHeldByCurrentThread() && claimWasInVain.getAsBoolean();
            tasks.add(inVain ? () -> afterClaimInVain(task) : task);
            run();
        }
    }

    /** Takes in the answer to a claim in vain: all that a candidate plans then is to claim again. */
    private void afterClaimInVain(Runnable answer) {
        claimsInVain = true;
        try {
            answer.run();
        } finally {
            claimsInVain = false;
        }
    }

    @Override
    public Runnable schedule(long atNanos, Runnable task) {
        Planned planned = new Planned(atNanos, task, !(turn.isHeldByCurrentThread() && claimsInVain));
        synchronized (timers) {
            timers.add(planned);
        }
        return () -> {
            synchronized (timers) {
                timers.remove(planned);
            }
        };
    }

    @Override
    public void tell(Runnable task) {
        tellings.add(task);
    }

    /** Runs all that is due, then tells listeners; returns when both is done, by this thread or another one. */
    void run() {
        do {
            runDue();
            tellAll();
        } while (!tasks.isEmpty() && !turn.isHeldByCurrentThread());
        changed();
    }

    private void runDue() {
        if (turn.isHeldByCurrentThread()) {
            return;
        }
        turn.lock();
        try {
            for (Runnable next = nextDue(); next != null; next = nextDue()) {
                next.run();
            }
        } finally {
            turn.unlock();
        }
    }

    private @Nullable Runnable nextDue() {
        Runnable task = tasks.poll();
        if (task != null) {
            return task;
        }
        synchronized (timers) {
            Planned earliest = earliest(false);
            if (earliest == null || earliest.atNanos - time.nanos() > 0) {
                return null;
            }
            timers.remove(earliest);
            return earliest.task;
        }
    }

    private @Nullable Planned earliest(boolean exactOnly) {
        synchronized (timers) {
            Planned earliest = null;
            for (Planned timer : timers) {
                if ((timer.exact || !exactOnly) && (earliest == null || timer.atNanos - earliest.atNanos < 0)) {
                    earliest = timer;
                }
            }
            return earliest;
        }
    }

    /** Never on the loop, so that a listener may wait for what the loop does. */
    private void tellAll() {
        if (turn.isHeldByCurrentThread() || telling.isHeldByCurrentThread()) {
            return;
        }
        telling.lock();
        try {
            for (Runnable next = tellings.poll(); next != null; next = tellings.poll()) {
                next.run();
            }
        } finally {
            telling.unlock();
        }
    }

    // ---- time

    /** Lets time pass, from one timer to the next. */
    void advance(Duration length) {
        advanceUntil(() -> false, length);
    }

    /** Lets time pass, from one timer to the next, until the condition holds, and for so long at most. */
    void advanceUntil(BooleanSupplier condition, Duration most) {
        move(condition, most, false);
    }

    /**
     * Lets much time pass, from one timer to the next, but without a stop for claims in vain: a candidate claims a free
     * lease some thirty times an interval, and nobody sees that. Such claims are made at the next stop.
     */
    void pass(Duration length) {
        move(() -> false, length, true);
    }

    private void move(BooleanSupplier condition, Duration most, boolean exactOnly) {
        moving.lock();
        try {
            long target = time.nanos() + most.toNanos();
            run();
            Planned next = earliest(exactOnly);
            while (!condition.getAsBoolean() && next != null && next.atNanos - target <= 0) {
                moveTo(next.atNanos);
                next = earliest(exactOnly);
            }
            if (!condition.getAsBoolean()) {
                moveTo(target);
            }
        } finally {
            moving.unlock();
        }
        endPauses();
    }

    private void moveTo(long nanos) {
        long left = nanos - time.nanos();
        if (left > 0) {
            time.advance(Duration.ofNanos(left));
        }
        run();
    }

    void stepWall(Duration step) {
        time.stepWall(step);
    }

    /** Lets time pass in one go: timers that fall due fire once, at the end. */
    void leap(Duration length) {
        moving.lock();
        try {
            moveTo(time.nanos() + length.toNanos());
        } finally {
            moving.unlock();
        }
        endPauses();
    }

    // ---- pauses

    /** Moves only when the test has moved the time, so that each pause ends once. */
    @Override
    public long pauseNanos() {
        return shownNanos;
    }

    @Override
    public void pauses(long untilNanos) {
        pausesUntilNanos.put(Thread.currentThread(), untilNanos);
        changed();
    }

    @Override
    public void goesOn() {
        pausesUntilNanos.remove(Thread.currentThread());
        changed();
    }

    /** Ends the pauses that are over: who pauses looks at the time when something has changed. */
    private void endPauses() {
        long nowNanos = time.nanos();
        shownNanos = nowNanos;
        if (pausesUntilNanos.values().stream().anyMatch(until -> until - nowNanos <= 0)) {
            wakeUp.run();
        }
    }

    /** Tells whether the thread is in a pause that time has not ended. */
    boolean isPausing(Thread thread) {
        Long until = pausesUntilNanos.get(thread);
        return until != null && until - shownNanos > 0;
    }

    // ---- waiting for code of the test, in real time

    /** Wakes those that wait in {@link #await}. */
    void changed() {
        synchronized (changes) {
            changes.notifyAll();
        }
    }

    /** Waits until the condition holds, for so long at most; returns whether it does. */
    boolean await(BooleanSupplier condition, Duration limit) {
        long until = TimeSource.system().nanos() + limit.toNanos();
        try {
            synchronized (changes) {
                for (long left = until - TimeSource.system().nanos();
                        !condition.getAsBoolean() && left > 0;
                        left = until - TimeSource.system().nanos()) {
                    TimeUnit.NANOSECONDS.timedWait(changes, left);
                }
            }
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        return condition.getAsBoolean();
    }

    /** Waits until the thread has ended, for so long at most; returns whether it has. */
    boolean awaitEnd(Thread thread, Duration limit) {
        try {
            thread.join(limit.toMillis());
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
        return !thread.isAlive();
    }

    private static IllegalStateException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new IllegalStateException("interrupted while waiting for work or a hook to end", e);
    }

    // ---- the end

    @Override
    public void awaitQuiet(BooleanSupplier condition, Duration limit) {
        advanceUntil(condition, limit);
    }

    @Override
    public void close() {
        run();
        closed = true;
    }
}
