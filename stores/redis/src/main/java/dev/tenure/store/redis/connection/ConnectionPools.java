package dev.tenure.store.redis.connection;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.redis.command.CallPurpose;
import dev.tenure.store.redis.command.RedisCommand;
import dev.tenure.store.support.ConnectionPool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;

/**
 * The connection pools of all nodes, by address. Thread-safe.
 *
 * <p>Servers come and go, and nobody says for certain that one is gone: the pool of a node that is not called for a
 * while is closed, and made again when needed.
 */
public final class ConnectionPools implements AutoCloseable {
    private static final int MAX_CONNECTIONS = 4;
    private static final int MAX_WAITING = 65;
    private static final Duration KEPT_UNUSED = Duration.ofMinutes(2);

    private final ConnectionOpener opener;
    private final DeadlineGuard deadlineGuard = new DeadlineGuard();
    private final TimeSource time;
    private final Map<HostAndPort, UsedPool> pools = new ConcurrentHashMap<>();
    private final AtomicLong lookedNanos;
    private volatile boolean closed;

    public ConnectionPools(ConnectionSource source) {
        this(source, TimeSource.system());
    }

    /** Measures by this clock how long a node was not called. */
    public ConnectionPools(ConnectionSource source, TimeSource time) {
        this.opener = new ConnectionOpener(source);
        this.time = time;
        this.lookedNanos = new AtomicLong(time.nanos());
    }

    /** A pool, and when a call last began to use it. */
    private record UsedPool(ConnectionPool<NodeConnection> pool, long usedNanos) {}

    /** Sends the calls to the node in one batch and returns their answers, including errors of the server. */
    public List<Object> run(HostAndPort node, CallPurpose purpose, List<RedisCommand> calls, Deadline deadline) {
        deadline.requireLeft();
        if (closed) {
            throw StoreException.closed("redis");
        }
        closeUnused();
        return use(node).call(purpose.action(), deadline, connection -> {
            deadline.requireLeft();
            return connection.run(purpose, calls, deadline);
        });
    }

    private ConnectionPool<NodeConnection> use(HostAndPort node) {
        return pools.compute(
                        node, (same, known) -> new UsedPool(known == null ? pool(node) : known.pool(), time.nanos()))
                .pool();
    }

    /** Calls that are still running on a pool that is closed go on: it closes idle connections only. */
    private void closeUnused() {
        long looked = lookedNanos.get();
        if (!isLongAgo(looked) || !lookedNanos.compareAndSet(looked, time.nanos())) {
            return;
        }
        pools.forEach((node, known) -> {
            if (isLongAgo(known.usedNanos()) && pools.remove(node, known)) { // unless it was used just now
                known.pool().close();
            }
        });
    }

    private boolean isLongAgo(long nanos) {
        return time.nanos() - nanos >= KEPT_UNUSED.toNanos();
    }

    /** There are several connections so that a call that waits for replicas does not delay the others. */
    private ConnectionPool<NodeConnection> pool(HostAndPort node) {
        return new ConnectionPool<>(
                new NodeConnector(node, opener, deadlineGuard),
                new ConnectionPool.Limits(node.toString(), MAX_CONNECTIONS, MAX_WAITING, Duration.ZERO));
    }

    /** Sends one read to the node and returns its answer. */
    public Object ask(HostAndPort node, String action, RedisCommand call, Deadline deadline) {
        CallPurpose purpose = new CallPurpose(action, CallPurpose.Type.READ);
        Object answer = run(node, purpose, List.of(call), deadline).get(0);
        StoreException error = NodeConnection.error(purpose, answer);
        if (error != null) {
            throw error;
        }
        return answer;
    }

    /** Opens a connection to the node that the caller keeps. */
    public Connection open(HostAndPort node, String action, Deadline deadline) {
        return opener.open(node, action, deadline);
    }

    public DeadlineGuard deadlineGuard() {
        return deadlineGuard;
    }

    /** Closes the idle connections to a node; calls that are running there go on. */
    public void closeConnectionsTo(HostAndPort node) {
        UsedPool left = pools.remove(node);
        if (left != null) {
            left.pool().close();
        }
    }

    /** Closes all connections without waiting for running calls. */
    @Override
    public void close() {
        closed = true;
        pools.values().forEach(each -> each.pool().close());
        opener.close();
        deadlineGuard.close();
    }
}
