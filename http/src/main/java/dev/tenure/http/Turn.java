package dev.tenure.http;

import org.jspecify.annotations.Nullable;

/**
 * One request on a thread, from its first byte until its handler returns. Thread-safe.
 *
 * <p>It can be interrupted. An interrupt ends whatever the thread waits for, and closes the connection that it reads or
 * writes.
 */
final class Turn implements Runnable {
    private final Runnable task;
    private final Runnable after;
    private final long sinceNanos;
    private @Nullable Thread thread;
    private boolean interrupted;

    /**
     * Makes a turn.
     *
     * @param task what to do
     * @param after what to do next, whatever happens
     * @param sinceNanos now
     */
    Turn(Runnable task, Runnable after, long sinceNanos) {
        this.task = task;
        this.after = after;
        this.sinceNanos = sinceNanos;
    }

    long sinceNanos() {
        return sinceNanos;
    }

    @Override
    public void run() {
        begin();
        try {
            task.run();
        } finally {
            end();
            after.run();
        }
    }

    private synchronized void begin() {
        thread = Thread.currentThread();
        if (interrupted) {
            thread.interrupt();
        }
    }

    /** Nothing may interrupt this thread on behalf of a turn that is over. */
    private synchronized void end() {
        thread = null;
        Thread.interrupted();
    }

    synchronized void interrupt() {
        if (!interrupted) {
            interrupted = true;
            if (thread != null) {
                thread.interrupt();
            }
        }
    }
}
