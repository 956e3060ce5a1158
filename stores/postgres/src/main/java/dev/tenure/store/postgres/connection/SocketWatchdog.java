package dev.tenure.store.postgres.connection;

import dev.tenure.spi.Deadline;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Closes the socket of a call whose deadline has passed. Thread-safe; one thread, while there is something to watch.
 *
 * <p>The driver's own limit is on each read, so a server that dribbles, or a write that finds no room, would outlast
 * it.
 */
public final class SocketWatchdog implements AutoCloseable {
    private static final long IDLE_SECONDS = 30;

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, task -> {
        Thread thread = new Thread(task, "tenure-postgres-deadlines");
        thread.setDaemon(true);
        return thread;
    });

    public SocketWatchdog() {
        timer.setRemoveOnCancelPolicy(true);
        timer.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        timer.allowCoreThreadTimeOut(true);
    }

    /** Closes the connection without ceremony at the deadline, unless what is returned is cancelled before. */
    public Future<?> guard(Connection connection, Deadline deadline) {
        return timer.schedule(() -> abort(connection), deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Closes the socket, whatever else is going on, without telling the server. */
    static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException e) {
            // It is closed, or as good as closed: whoever uses it finds out.
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
