package dev.tenure.store.redis.connection;

import dev.tenure.store.redis.command.RedisCommand;

import dev.tenure.store.redis.command.CallPurpose;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;

/** The connections to all nodes, by node. Thread-safe. */
public final class ConnectionPools implements AutoCloseable {
    private final ConnectionOpener opener;
    private final DeadlineGuard deadlineGuard = new DeadlineGuard();
    private final Map<HostAndPort, NodeConnectionPool> pools = new ConcurrentHashMap<>();
    private volatile boolean closed;

    public ConnectionPools(ConnectionSource source) {
        this.opener = new ConnectionOpener(source);
    }

    /** Makes the calls at the node in one go, and returns their answers; errors of the server are among them. */
    public List<Object> run(HostAndPort node, CallPurpose purpose, List<RedisCommand> calls, Deadline deadline) {
        deadline.requireLeft();
        if (closed) {
            throw new StoreException(Kind.UNREACHABLE, purpose.action() + " failed: the store is closed");
        }
        return pools.computeIfAbsent(node, each -> new NodeConnectionPool(each, opener, deadlineGuard))
                .run(purpose, calls, deadline);
    }

    /** Makes one call that decides nothing at the node, and returns its answer. */
    public Object ask(HostAndPort node, String action, RedisCommand call, Deadline deadline) {
        CallPurpose purpose = new CallPurpose(action, CallPurpose.Type.READ);
        Object answer = run(node, purpose, List.of(call), deadline).get(0);
        StoreException error = NodeConnection.error(purpose, answer);
        if (error != null) {
            throw error;
        }
        return answer;
    }

    /** Returns a connection to the node for the caller to keep. */
    public Connection open(HostAndPort node, String action, Deadline deadline) {
        return opener.open(node, action, deadline);
    }

    public DeadlineGuard deadlineGuard() {
        return deadlineGuard;
    }

    /** Lets go of the connections to a node; what is under way there goes on. */
    public void closeConnectionsTo(HostAndPort node) {
        NodeConnectionPool left = pools.remove(node);
        if (left != null) {
            left.close();
        }
    }

    /** Closes the connections, and waits for nobody. */
    @Override
    public void close() {
        closed = true;
        pools.values().forEach(NodeConnectionPool::close);
        opener.close();
        deadlineGuard.close();
    }
}
