package dev.tenure.internal.runtime;

/** Runs tasks that may block, away from the loop. Thread-safe. */
public interface TaskPool {

    /** Runs the task as soon as it can; the more urgent goes first, then the one that came first. */
    Task submit(EventLoop.Urgency urgency, Runnable task);

    /** One task in the pool. */
    interface Task {
        /** Tells the pool that this task takes too long, so that others need not wait for it. */
        void overdue();
    }
}
