package dev.tenure.store.redis.connection;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import java.io.IOException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.Connection;

/**
 * Closes the socket of a call whose deadline has passed. Thread-safe; one thread, while there is something to watch.
 *
 * <p>The client's own limit is on each read, so a server that dribbles, or a write that finds no room, would outlast
 * it.
 */
public final class DeadlineGuard implements AutoCloseable {
    private static final long IDLE_SECONDS = 30;

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "tenure-redis-deadlines");
        thread.setDaemon(true);
        return thread;
    });

    public DeadlineGuard() {
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
    }

    /**
     * Closes the connection without ceremony at the deadline, unless what is returned is cancelled before.
     *
     * @throws StoreException if there is nobody to watch any more, so that nothing must be sent
     */
    public Future<?> closeAt(Connection connection, Deadline deadline) {
        try {
            return timer.schedule(() -> abort(connection), deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            throw new StoreException(Kind.UNREACHABLE, "nothing was sent: the store is closed", e);
        }
    }

    /** Closes the socket, whatever else is going on. */
    public static void abort(Connection connection) {
        try {
            connection.forceDisconnect();
        } catch (IOException | RuntimeException e) {
            // It is closed, or as good as closed: whoever uses it finds out.
        }
    }

    @Override
    public void close() {
        timer.shutdown();
    }
}
