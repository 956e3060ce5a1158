package dev.tenure.store.postgres.connection;

import dev.tenure.spi.Deadline;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Closes the socket of a call whose deadline has passed. Thread-safe; has one thread while there are calls.
 *
 * <p>The driver limits each single read, so a server that answers in small pieces, or a write into a full socket, could
 * take longer.
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

    /** Closes the connection at the deadline, unless the returned task is cancelled before. */
    public Future<?> guard(Connection connection, Deadline deadline) {
        return timer.schedule(() -> abort(connection), deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Closes the socket at once, without telling the server. */
    static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException e) {
            // It is closed already, or its next use fails.
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
