package dev.tenure.store.redis.connection;

import dev.tenure.spi.Deadline;
import dev.tenure.store.support.ConnectionPool;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import redis.clients.jedis.HostAndPort;

/**
 * Opens, checks and closes the connections in the pool of one node. Thread-safe.
 *
 * @param node the node
 * @param opener opens or borrows connections
 * @param deadlineGuard closes the store's own connections at the deadline of a call
 * @param listening tells whether another connection would tell at once that the node has gone
 */
record NodeConnector(
        HostAndPort node, ConnectionOpener opener, DeadlineGuard deadlineGuard, BooleanSupplier listening)
        implements ConnectionPool.Connector<NodeConnection> {
    /** A connection that was idle for longer is checked with a PING before use. */
    private static final Duration CHECK_AFTER_IDLE = Duration.ofSeconds(1);

    /** The same, where another connection shows that the node is there: only what lies between may have dropped it. */
    private static final Duration CHECK_AFTER_IDLE_IF_LISTENING = Duration.ofSeconds(30);

    @Override
    public NodeConnection open(String action, Deadline deadline) {
        return new NodeConnection(node, opener.open(node, action, deadline), opener.borrowed() ? null : deadlineGuard);
    }

    @Override
    public boolean isAlive(NodeConnection connection, Deadline deadline) {
        boolean isHeard = listening.getAsBoolean();
        return connection.isAlive(isHeard ? CHECK_AFTER_IDLE_IF_LISTENING : CHECK_AFTER_IDLE, deadline);
    }

    /** A borrowed connection goes back to its own pool after each call. */
    @Override
    public boolean isReusable(NodeConnection connection) {
        return !opener.borrowed() && connection.isUsable();
    }

    @Override
    public void close(NodeConnection connection) {
        connection.returnOrClose();
    }
}
