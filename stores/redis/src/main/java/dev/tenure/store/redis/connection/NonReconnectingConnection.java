package dev.tenure.store.redis.connection;

import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * A connection that stays the one it is. Jedis would silently connect anew with the next command, and a WAIT on another
 * connection than the write's own speaks for nothing.
 */
public final class NonReconnectingConnection extends Connection {
    // Set while the constructor of the superclass connects: an initial value here would undo that.
    private boolean connected;

    public NonReconnectingConnection(HostAndPort node, JedisClientConfig config) {
        super(node, config);
    }

    @Override
    public void connect() {
        if (!connected) {
            super.connect();
            connected = true;
        } else if (!isConnected()) {
            throw new JedisConnectionException("the connection was closed");
        }
    }
}
