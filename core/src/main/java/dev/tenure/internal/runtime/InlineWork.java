package dev.tenure.internal.runtime;

import dev.tenure.LeaderTask;
import dev.tenure.spi.Lease;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Runs tasks of a leader on the threads of their callers. Thread-safe.
 *
 * <p>A call first registers and then asks whether this candidate leads; the loop first publishes that a term has ended
 * and then asks who is registered. So the loop sees every call that saw a leader, and the release waits for it.
 */
public final class InlineWork {
    private final LeadershipView view;
    private final Executor aside;
    private final Runnable onLeave;
    private final AtomicLong entered = new AtomicLong();
    private final Map<Long, Run> runs = new ConcurrentSkipListMap<>(); // in order, so that a simulation repeats itself

    /** A registered call under the term with this token. */
    public static final class Run {
        private final long number;
        private final long token;
        private final Runnable interrupt;

        private Run(long number, long token, Runnable interrupt) {
            this.number = number;
            this.token = token;
            this.interrupt = interrupt;
        }

        /** Returns the token of the term. */
        public long token() {
            return token;
        }
    }

    /**
     * Makes the register of one election.
     *
     * @param aside interrupts threads
     * @param onLeave hears, on any thread, that the last call under an ending or ended term has left
     */
    InlineWork(LeadershipView view, Executor aside, Runnable onLeave) {
        this.view = view;
        this.aside = aside;
        this.onLeave = onLeave;
    }

    /**
     * Runs the task on the calling thread if this candidate leads and its term is not ending; returns whether it did.
     */
    public <X extends Exception> boolean run(LeaderTask<X> task) throws X {
        Lease lease = view.announcedLease();
        if (lease == null || !view.leadsOn(lease.token())) {
            return false;
        }
        if (WorkThread.isWorkOf(view, lease.token())) { // which is interrupted and waited for anyway
            task.run(new LiveTerm(view, lease));
            return true;
        }
        Interruption interruption = new Interruption(aside, this);
        Run run = enter(interruption::request);
        if (run == null) {
            return false;
        }
        if (run.token != lease.token()) { // another term has begun since
            leave(run);
            return false;
        }
        interruption.begin();
        try {
            task.run(new LiveTerm(view, lease));
        } finally {
            interruption.end();
            leave(run);
        }
        return true;
    }

    /** Tells whether the calling thread is inside a call of this election. */
    public boolean isCaller() {
        return Interruption.isInside(this);
    }

    /** Registers a call, or returns null if this candidate does not lead, or was asked to end its term. */
    public @Nullable Run enter(Runnable interrupt) {
        Run run = new Run(entered.incrementAndGet(), view.heldToken(), interrupt);
        runs.put(run.number, run);
        if (view.leadsOn(run.token)) {
            return run;
        }
        leave(run);
        return null;
    }

    /** Takes in that a call has ended. */
    public void leave(Run run) {
        runs.remove(run.number);
        if (view.isEnding(run.token) && !isInside(run.token)) {
            onLeave.run();
        }
    }

    /** Tells whether a call under the term with this token goes on. */
    boolean isInside(long token) {
        for (Run run : runs.values()) {
            if (run.token == token) {
                return true;
            }
        }
        return false;
    }

    /** Tells whether any call goes on. */
    boolean isBusy() {
        return !runs.isEmpty();
    }

    /** Interrupts the calls under the term with this token; returns at once. */
    void interrupt(long token) {
        for (Run run : runs.values()) {
            if (run.token == token) {
                run.interrupt.run();
            }
        }
    }

    /** Interrupts all calls; returns at once. */
    void interruptAll() {
        runs.values().forEach(run -> run.interrupt.run());
    }
}
