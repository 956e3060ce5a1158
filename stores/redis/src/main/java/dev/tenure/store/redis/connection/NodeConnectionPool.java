package dev.tenure.store.redis.connection;

import dev.tenure.store.redis.command.RedisCommand;

import dev.tenure.store.redis.command.CallPurpose;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import java.time.Duration;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.HostAndPort;

/**
 * The connections to one node: a few at most, opened when needed. Thread-safe.
 *
 * <p>More than one, so that a call that waits for replicas until its deadline does not keep others waiting. Whoever
 * waits for one is served in order of arrival, and gives up at its deadline with nothing sent. When very many wait, the
 * node hangs, and the next is told so at once.
 */
public final class NodeConnectionPool implements AutoCloseable {
    private static final int MAX_CONNECTIONS = 4;
    private static final int MAX_WAITING = 64;

    /** A connection that rested longer than this is looked at before it is used. */
    private static final Duration CHECK_AFTER_IDLE = Duration.ofSeconds(1);

    private final HostAndPort node;
    private final ConnectionOpener opener;
    private final DeadlineGuard deadlineGuard;
    private final Semaphore permits = new Semaphore(MAX_CONNECTIONS, true);
    private final Deque<NodeConnection> idle = new ConcurrentLinkedDeque<>();
    private volatile boolean closed;

    NodeConnectionPool(HostAndPort node, ConnectionOpener opener, DeadlineGuard deadlineGuard) {
        this.node = node;
        this.opener = opener;
        this.deadlineGuard = deadlineGuard;
    }

    /** Makes the calls through a free line, and returns their answers by the deadline. */
    List<Object> run(CallPurpose purpose, List<RedisCommand> calls, Deadline deadline) {
        deadline.requireLeft();
        acquirePermit(purpose.action(), deadline);
        try {
            NodeConnection connection = connection(purpose.action(), deadline);
            try {
                deadline.requireLeft();
                return connection.run(purpose, calls, deadline);
            } finally {
                putBack(connection);
            }
        } finally {
            permits.release();
        }
    }

    private void acquirePermit(String action, Deadline deadline) {
        try {
            if (permits.getQueueLength() > MAX_WAITING
                    || !permits.tryAcquire(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
                throw new StoreException(
                        Kind.UNREACHABLE,
                        action + " failed: earlier calls to " + node + " hang, and all connections are taken");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(Kind.UNREACHABLE, action + " failed: interrupted before anything was sent", e);
        }
    }

    private NodeConnection connection(String action, Deadline deadline) {
        for (NodeConnection connection = idle.poll(); connection != null; connection = idle.poll()) {
            if (connection.isAlive(CHECK_AFTER_IDLE, deadline)) {
                return connection;
            }
            connection.returnOrClose();
        }
        if (closed) {
            throw new StoreException(Kind.UNREACHABLE, action + " failed: the store is closed, or left " + node);
        }
        return new NodeConnection(node, opener.open(node, action, deadline), opener.borrowed() ? null : deadlineGuard);
    }

    private void putBack(NodeConnection connection) {
        if (!opener.borrowed() && connection.isUsable()) {
            idle.push(connection);
            if (closed) {
                closeIdle();
            }
        } else {
            connection.returnOrClose();
        }
    }

    private void closeIdle() {
        for (NodeConnection connection = idle.poll(); connection != null; connection = idle.poll()) {
            connection.returnOrClose();
        }
    }

    /** Closes what is idle; what is in use is closed when its call ends. */
    @Override
    public void close() {
        closed = true;
        closeIdle();
    }
}
