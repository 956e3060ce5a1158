package dev.tenure.store.support;

import static java.util.Objects.requireNonNull;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs an action when the deadline of a call has passed, such as closing its socket. Thread-safe; has one thread, only
 * while there is something to time.
 *
 * <p>A client's own timeout is often per read: a server that sends a byte now and then, or a write that blocks, would
 * outlast it.
 */
public final class DeadlineTimer implements AutoCloseable {
    private static final long IDLE_SECONDS = 30;

    private final String store;
    private final ScheduledThreadPoolExecutor timer;

    /** Creates the timer of the store with this name. */
    public DeadlineTimer(String store) {
        this.store = requireNonNull(store, "store");
        timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "tenure-" + store + "-deadlines");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
    }

    /**
     * Runs the action at the deadline, unless the returned future is cancelled before.
     *
     * @param action what to do; it must neither block nor throw
     * @throws StoreException {@link StoreException#closed} if the timer is closed, so that nothing must be sent
     */
    public Future<?> at(Deadline deadline, Runnable action) {
        try {
            return timer.schedule(action, deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            throw StoreException.closed(store);
        }
    }

    /** Takes no further actions. Those of calls under way still run at their deadlines. */
    @Override
    public void close() {
        timer.shutdown();
    }
}
