package dev.tenure.store.redis.connection;

import java.io.IOException;
import java.net.Socket;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * A connection that never reconnects. Jedis' own connection silently reconnects with the next command, and a WAIT on a
 * new connection does not cover the writes of the old one.
 */
public final class NonReconnectingConnection extends Connection {
    private final SocketKeeper sockets;

    // The superclass constructor sets it while connecting: an initial value here would undo that.
    private boolean connected;

    public NonReconnectingConnection(HostAndPort node, JedisClientConfig config) {
        this(new SocketKeeper(node, config), config);
    }

    private NonReconnectingConnection(SocketKeeper sockets, JedisClientConfig config) {
        super(sockets, config);
        this.sockets = sockets;
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

    /** Closes the socket at once, from any thread: a read or write that waits for it fails. */
    void abort() throws IOException {
        setBroken();
        sockets.close();
    }

    /** Keeps the socket it creates. Jedis 7 can close the socket of a connection by itself, and 5 and 6 cannot. */
    private static final class SocketKeeper extends DefaultJedisSocketFactory {
        private volatile @Nullable Socket socket;

        SocketKeeper(HostAndPort node, JedisClientConfig config) {
            super(node, config);
        }

        @Override
        public Socket createSocket() {
            Socket created = super.createSocket();
            socket = created;
            return created;
        }

        void close() throws IOException {
            Socket open = socket;
            if (open != null) {
                open.close();
            }
        }
    }
}
