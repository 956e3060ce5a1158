package dev.tenure.store.postgres.connection;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.store.support.DeadlineTimer;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Future;

/**
 * Closes the socket of a call whose deadline has passed. Thread-safe; has one thread while there are calls.
 *
 * <p>The driver limits each single read, so a server that answers in small pieces, or a write into a full socket, could
 * take longer.
 */
public final class SocketWatchdog implements AutoCloseable {
    private final DeadlineTimer timer;

    /** Creates the watchdog of the store with this name. */
    public SocketWatchdog(String store) {
        timer = new DeadlineTimer(store);
    }

    /**
     * Closes the connection at the deadline, unless the returned task is cancelled before.
     *
     * @throws StoreException if the store is closed, so that nothing must be sent
     */
    public Future<?> guard(Connection connection, Deadline deadline) {
        return timer.at(deadline, () -> abort(connection));
    }

    /** Closes the socket at once, without telling the server. */
    static void abort(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException | RuntimeException e) {
            // It is closed already, or its next use fails.
        }
    }

    /** Guards no further call; calls under way still end at their deadlines. */
    @Override
    public void close() {
        timer.close();
    }
}
