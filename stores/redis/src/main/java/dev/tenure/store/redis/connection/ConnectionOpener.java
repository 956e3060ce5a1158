package dev.tenure.store.redis.connection;

import dev.tenure.store.redis.command.RedisErrors;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Opens connections by a deadline, though neither name servers nor pools know deadlines. Thread-safe.
 *
 * <p>Each is opened on a thread of its own; one that comes too late is closed when it comes. Threads are few for each
 * node, so a server that swallows every attempt neither gathers them nor takes those of others.
 */
public final class ConnectionOpener implements AutoCloseable {
    private static final int MAX_PER_NODE = 8;
    private static final long IDLE_SECONDS = 10;

    private final ConnectionSource source;
    private final Map<HostAndPort, Integer> opening = new HashMap<>();
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task, "tenure-redis-connect");
                thread.setDaemon(true);
                return thread;
            });

    public ConnectionOpener(ConnectionSource source) {
        this.source = source;
    }

    /** Tells whether connections are borrowed from the application. */
    boolean borrowed() {
        return source.borrowed();
    }

    /** Returns a connection to the node, opened for what is named for messages. */
    public Connection open(HostAndPort node, String action, Deadline deadline) {
        CompletableFuture<Connection> opened = new CompletableFuture<>();
        int timeout = NodeConnection.millis(deadline);
        begin(node, action);
        try {
            threads.execute(() -> open(node, timeout, opened));
        } catch (RejectedExecutionException e) {
            end(node);
            throw unreachable(action, "the store is closed");
        } catch (OutOfMemoryError e) {
            end(node);
            throw new StoreException(Kind.UNREACHABLE, action + " failed: no thread could be had to connect", e);
        }
        try {
            return opened.get(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            abandon(opened);
            throw unreachable(
                    action,
                    "no connection to " + node + " in time: look at the network, the server, and the pool if any");
        } catch (InterruptedException e) {
            abandon(opened);
            Thread.currentThread().interrupt();
            throw unreachable(action, "interrupted while connecting");
        } catch (ExecutionException e) {
            if (e.getCause() instanceof JedisException cause) {
                throw RedisErrors.connecting(action, node, cause);
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

    /** An attempt has its place until it ends, however long ago its caller gave up. */
    private synchronized void begin(HostAndPort node, String action) {
        int already = opening.getOrDefault(node, 0);
        if (already >= MAX_PER_NODE) {
            throw unreachable(
                    action,
                    already + " attempts to connect to " + node
                            + " are under way: look at the network, the server, and the pool if any");
        }
        opening.put(node, already + 1);
    }

    private synchronized void end(HostAndPort node) {
        opening.computeIfPresent(node, (each, number) -> number > 1 ? number - 1 : null);
    }

    /** From here on it is closed when it comes; it may have come at this very moment. */
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
