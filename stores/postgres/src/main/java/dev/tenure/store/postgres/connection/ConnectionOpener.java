package dev.tenure.store.postgres.connection;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import dev.tenure.store.postgres.sql.PostgresErrors;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;

/**
 * Opens connections by a deadline, which data sources do not know. Thread-safe.
 *
 * <p>Each attempt runs on another thread. The threads are few, so a server that never answers does not pile them up: a
 * caller that finds all of them busy waits until its deadline. A connection that comes too late for its caller goes to
 * the next that waits. So a server that takes longer to connect to than a call may take is reached all the same.
 */
public final class ConnectionOpener implements AutoCloseable {
    private static final int MOST = 4;
    private static final long IDLE_SECONDS = 10;

    private final String store;
    private final DataSource source;
    private final ThreadPoolExecutor threads =
            new ThreadPoolExecutor(MOST, MOST, IDLE_SECONDS, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                Thread thread = new Thread(task, "tenure-postgres-connect");
                thread.setDaemon(true);
                return thread;
            });
    private final Deque<Caller> waiting = new ArrayDeque<>();
    private int underWay;
    private volatile Consumer<Connection> spare = ConnectionOpener::close;

    /** A call that waits for a connection. */
    private static final class Caller {
        private final CompletableFuture<Connection> connection = new CompletableFuture<>();
        private boolean hasAttempt;
    }

    /** Creates the opener of the store with this name. */
    public ConnectionOpener(String store, DataSource source) {
        this.store = store;
        this.source = source;
        threads.allowCoreThreadTimeOut(true);
    }

    /** Returns the name of the store. */
    public String store() {
        return store;
    }

    /** Sets where a connection goes that no caller waits for any more; by default it is closed. */
    void spareTo(Consumer<Connection> taker) {
        spare = taker;
    }

    /** Returns a new connection; {@code doing} names the call in messages. */
    public Connection open(String doing, Deadline deadline) {
        Caller caller = new Caller();
        try {
            join(caller);
            return caller.connection.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            giveUp(caller);
            throw unreachable(doing, "no connection in time: look at the network, the server, and the pool if any");
        } catch (InterruptedException e) {
            giveUp(caller);
            Thread.currentThread().interrupt();
            throw unreachable(doing, "interrupted while connecting");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof SQLException cause) {
                throw PostgresErrors.noEffect(doing, cause);
            }
            if (e.getCause() instanceof RejectedExecutionException) {
                throw StoreException.closed(store);
            }
            throw new StoreException(Kind.UNREACHABLE, doing + " failed: " + e.getCause(), e.getCause());
        }
    }

    private synchronized void join(Caller caller) {
        waiting.add(caller);
        beginAttempts();
    }

    /** Starts an attempt for each waiting caller that has none, while there are free threads. */
    private synchronized void beginAttempts() {
        for (Caller caller : List.copyOf(waiting)) {
            if (!caller.hasAttempt && underWay < MOST) {
                try {
                    threads.execute(() -> attempt(caller));
                    caller.hasAttempt = true;
                    underWay++;
                } catch (RejectedExecutionException | OutOfMemoryError noThread) {
                    failed(caller, noThread);
                }
            }
        }
    }

    private void attempt(Caller caller) {
        try {
            hand(source.getConnection(), caller);
        } catch (SQLException | RuntimeException | Error e) {
            failed(caller, e);
        } finally {
            ended();
        }
    }

    private synchronized void ended() {
        underWay--;
        beginAttempts();
    }

    /** Gives a connection to the caller it was opened for, or to the one that has waited longest. */
    private void hand(Connection connection, Caller caller) {
        Caller next = next(caller);
        while (next != null && !next.connection.complete(connection)) {
            next = next(caller);
        }
        if (next == null) {
            spare.accept(connection);
        }
    }

    private synchronized @Nullable Caller next(Caller preferred) {
        return waiting.remove(preferred) ? preferred : waiting.poll();
    }

    /** Fails only the caller that the attempt was made for: others may have come since it started. */
    private synchronized void failed(Caller caller, Throwable why) {
        waiting.remove(caller);
        caller.connection.completeExceptionally(why);
    }

    /** Leaves a connection that comes later, or at this moment, to others. */
    private void giveUp(Caller caller) {
        synchronized (this) {
            waiting.remove(caller);
        }
        if (!caller.connection.cancel(false) && !caller.connection.isCompletedExceptionally()) {
            spare.accept(caller.connection.join());
        }
    }

    private static StoreException unreachable(String doing, String why) {
        return new StoreException(Kind.UNREACHABLE, doing + " failed: " + why);
    }

    private static void close(Connection connection) {
        try {
            connection.close();
        } catch (SQLException e) {
            SocketWatchdog.abort(connection);
        }
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
