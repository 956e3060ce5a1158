package dev.tenure.store.redis.connection;

import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * A connection that never reconnects. Jedis' own connection silently reconnects with the next command, and a WAIT on a
 * new connection does not cover the writes of the old one.
 */
public final class NonReconnectingConnection extends Connection {
    // The superclass constructor sets it while connecting: an initial value here would undo that.
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
