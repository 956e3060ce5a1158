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
 * Closes the socket of a call whose deadline has passed. Thread-safe; uses one thread while calls are running.
 *
 * <p>Jedis limits each read, not the call: a server that sends byte by byte, or a write into a full socket, would take
 * longer.
 */
public final class DeadlineGuard implements AutoCloseable {
    private static final long IDLE_SECONDS = 30;

    private final ScheduledThreadPoolExecutor timer =
            new ScheduledThreadPoolExecutor(1, BackgroundThreads.named("tenure-redis-deadlines"));

    public DeadlineGuard() {
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
    }

    /**
     * Closes the connection at the deadline, unless the returned future is cancelled first.
     *
     * @throws StoreException if the store is closed, so that nothing may be sent
     */
    public Future<?> closeAt(Connection connection, Deadline deadline) {
        try {
            return timer.schedule(() -> abort(connection), deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            throw new StoreException(Kind.UNREACHABLE, "nothing was sent: the store is closed", e);
        }
    }

    /** Closes the socket at once, from any thread. */
    public static void abort(Connection connection) {
        try {
            connection.forceDisconnect();
        } catch (IOException | RuntimeException e) {
            // It is closed already; its user will see an error.
        }
    }

    @Override
    public void close() {
        timer.shutdown();
    }
}
