package dev.tenure.store.redis.connection;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.store.support.DeadlineTimer;
import java.io.IOException;
import java.util.concurrent.Future;
import redis.clients.jedis.Connection;

/**
 * Closes the socket of a call whose deadline has passed. Thread-safe; uses one thread while calls are running.
 *
 * <p>Jedis limits each read, not the call: a server that sends byte by byte, or a write into a full socket, would take
 * longer.
 */
public final class DeadlineGuard implements AutoCloseable {
    private final DeadlineTimer timer = new DeadlineTimer("redis");

    /**
     * Closes the connection at the deadline, unless the returned future is cancelled first.
     *
     * @throws StoreException if the store is closed, so that nothing may be sent
     */
    public Future<?> closeAt(Connection connection, Deadline deadline) {
        return timer.at(deadline, () -> abort(connection));
    }

    /** Closes the socket at once, from any thread. */
    public static void abort(Connection connection) {
        try {
            if (connection instanceof NonReconnectingConnection own) {
                own.abort();
            } else {
                BorrowedClient.abort(connection);
            }
        } catch (IOException | RuntimeException e) {
            // It is closed already; its user will see an error.
        }
    }

    @Override
    public void close() {
        timer.close();
    }
}
