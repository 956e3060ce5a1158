package dev.tenure.store.redis.connection;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.store.redis.command.CallPurpose;
import dev.tenure.store.redis.command.RedisCommand;
import dev.tenure.store.support.ConnectionPool;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;

/** The connection pools of all nodes, by address. Thread-safe. */
public final class ConnectionPools implements AutoCloseable {
    private static final int MAX_CONNECTIONS = 4;
    private static final int MAX_WAITING = 65;

    private final ConnectionOpener opener;
    private final DeadlineGuard deadlineGuard = new DeadlineGuard();
    private final Map<HostAndPort, ConnectionPool<NodeConnection>> pools = new ConcurrentHashMap<>();
    private volatile Predicate<HostAndPort> listening = node -> false;
    private volatile boolean closed;

    public ConnectionPools(ConnectionSource source) {
        this.opener = new ConnectionOpener(source);
    }

    /** Says which nodes another connection listens to, which tells at once when they have gone. */
    public void listeningTo(Predicate<HostAndPort> listened) {
        listening = listened;
    }

    /** Sends the calls to the node in one batch and returns their answers, including errors of the server. */
    public List<Object> run(HostAndPort node, CallPurpose purpose, List<RedisCommand> calls, Deadline deadline) {
        deadline.requireLeft();
        if (closed) {
            throw StoreException.closed("redis");
        }
        return pools.computeIfAbsent(node, this::pool).call(purpose.action(), deadline, connection -> {
            deadline.requireLeft();
            return connection.run(purpose, calls, deadline);
        });
    }

    /** There are several connections so that a call that waits for replicas does not delay the others. */
    private ConnectionPool<NodeConnection> pool(HostAndPort node) {
        return new ConnectionPool<>(
                new NodeConnector(node, opener, deadlineGuard, () -> listening.test(node)),
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
        ConnectionPool<NodeConnection> left = pools.remove(node);
        if (left != null) {
            left.close();
        }
    }

    /** Closes all connections without waiting for running calls. */
    @Override
    public void close() {
        closed = true;
        pools.values().forEach(ConnectionPool::close);
        opener.close();
        deadlineGuard.close();
    }
}
