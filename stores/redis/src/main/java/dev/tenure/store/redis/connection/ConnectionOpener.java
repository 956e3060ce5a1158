package dev.tenure.store.redis.connection;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import dev.tenure.store.redis.command.RedisErrors;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Opens connections by a deadline, although neither name look-ups nor Jedis' pools have one. Thread-safe.
 *
 * <p>A background thread opens each connection; if it is too late, the connection is closed as soon as it is open. The
 * number of attempts per node is limited, so that a node that never answers does not pile up threads.
 */
public final class ConnectionOpener implements AutoCloseable {
    private static final int MAX_PER_NODE = 8;

    private final ConnectionSource source;
    private final Map<HostAndPort, Integer> opening = new HashMap<>();
    private final ThreadPoolExecutor threads = BackgroundThreads.onDemand("tenure-redis-connect");

    public ConnectionOpener(ConnectionSource source) {
        this.source = source;
    }

    /** Tells whether connections are borrowed from the application. */
    boolean borrowed() {
        return source.borrowed();
    }

    /** Opens a connection to the node; the action is named in messages. */
    public Connection open(HostAndPort node, String action, Deadline deadline) {
        CompletableFuture<Connection> opened = new CompletableFuture<>();
        int timeout = NodeConnection.millis(deadline);
        begin(node, action);
        try {
            threads.execute(() -> open(node, timeout, opened));
        } catch (RejectedExecutionException e) {
            end(node);
            throw StoreException.closed("redis");
        } catch (OutOfMemoryError e) {
            end(node);
            throw new StoreException(Kind.UNREACHABLE, action + " failed: no thread could be started to connect", e);
        }
        try {
            return opened.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            abandon(opened);
            throw unreachable(
                    action,
                    "no connection to " + node + " in time: check the network, the server, and the pool if any");
        } catch (InterruptedException e) {
            abandon(opened);
            Thread.currentThread().interrupt();
            throw unreachable(action, "interrupted while connecting");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof JedisException cause) {
                throw RedisErrors.connectFailed(action, node, cause);
            }
            throw new StoreException(Kind.UNREACHABLE, action + " failed: " + e.getCause(), e.getCause());
        }
    }

    private void open(HostAndPort node, int timeout, CompletableFuture<Connection> opened) {
        try {
            Connection connection = source.factory().create(node, timeout);
            if (!opened.complete(connection)) {
                connection.close();
            }
        } catch (RuntimeException | Error e) {
            opened.completeExceptionally(e);
        } finally {
            end(node);
        }
    }

    /** Counts an attempt, until it really ends: its caller may have given up long before. */
    private synchronized void begin(HostAndPort node, String action) {
        int already = opening.getOrDefault(node, 0);
        if (already >= MAX_PER_NODE) {
            throw unreachable(
                    action,
                    already + " attempts to connect to " + node
                            + " are under way: check the network, the server, and the pool if any");
        }
        opening.put(node, already + 1);
    }

    private synchronized void end(HostAndPort node) {
        opening.computeIfPresent(node, (each, number) -> number > 1 ? number - 1 : null);
    }

    /** Abandons an attempt: its connection is closed once it is open, which may be the case already. */
    private static void abandon(CompletableFuture<Connection> opened) {
        if (!opened.cancel(false) && !opened.isCompletedExceptionally()) {
            opened.join().close();
        }
    }

    private static StoreException unreachable(String action, String why) {
        return new StoreException(Kind.UNREACHABLE, action + " failed: " + why);
    }

    @Override
    public void close() {
        threads.shutdown();
    }
}
