package dev.tenure.store.postgres;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.StoreException;
import dev.tenure.spi.StoreException.Kind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;

/**
 * Opens connections by a deadline, though no data source knows deadlines. Thread-safe.
 *
 * <p>Each is opened on a thread of its own; one that comes too late is closed when it comes. Threads are few, so a
 * server that swallows every attempt does not gather them.
 */
final class Opener implements AutoCloseable {
    private static final int MOST = 4;
    private static final long IDLE_SECONDS = 10;

    private final DataSource source;
    private final ThreadPoolExecutor threads =
            new ThreadPoolExecutor(0, MOST, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task, "tenure-postgres-connect");
                thread.setDaemon(true);
                return thread;
            });

    Opener(DataSource source) {
        this.source = source;
    }

    /** Returns a connection, opened for what is named for messages. */
    Connection open(String doing, Deadline deadline) {
        CompletableFuture<Connection> opened = new CompletableFuture<>();
        try {
            threads.execute(() -> open(opened));
            return opened.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            throw unreachable(doing, MOST + " attempts to connect are under way: look at the network and the server");
        } catch (TimeoutException e) {
            giveUp(opened);
            throw unreachable(doing, "no connection in time: look at the network, the server, and the pool if any");
        } catch (InterruptedException e) {
            giveUp(opened);
            Thread.currentThread().interrupt();
            throw unreachable(doing, "interrupted while connecting");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException cause) {
                throw Failure.noEffect(doing, cause);
            }
            throw new StoreException(Kind.UNREACHABLE, doing + " failed: " + e.getCause(), e.getCause());
        }
    }

    private void open(CompletableFuture<Connection> opened) {
        try {
            Connection connection = source.getConnection();
            if (!opened.complete(connection)) {
                connection.close();
            }
        } catch (SQLException | RuntimeException | Error e) {
            opened.completeExceptionally(e);
        }
    }

    /** From here on it is closed when it comes; it may have come at this very moment. */
    private static void giveUp(CompletableFuture<Connection> opened) {
        if (!opened.cancel(false) && !opened.isCompletedExceptionally()) {
            Watchdog.abort(opened.join());
        }
    }

    private static StoreException unreachable(String doing, String why) {
        return new StoreException(Kind.UNREACHABLE, doing + " failed: " + why);
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
