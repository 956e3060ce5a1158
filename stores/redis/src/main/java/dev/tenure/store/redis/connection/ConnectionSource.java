package dev.tenure.store.redis.connection;

import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;

/**
 * Where connections come from: the store opens its own, or borrows them from the application's pool. Thread-safe.
 *
 * @param borrowed whether connections are borrowed, and must be returned unchanged
 * @param factory opens or borrows a connection
 */
public record ConnectionSource(boolean borrowed, Factory factory) {

    /** Opens or borrows a connection; may block. */
    @FunctionalInterface
    public interface Factory {
        Connection create(HostAndPort node, int timeoutMillis);
    }

    /** Returns a source that opens connections with these settings, except for their timeouts. */
    public static ConnectionSource own(JedisClientConfig config) {
        return new ConnectionSource(
                false,
                (node, timeoutMillis) -> new NonReconnectingConnection(node, CallConfig.of(config, timeoutMillis)));
    }

    /** Returns a source that borrows connections from the application's pool. */
    public static ConnectionSource borrowed(Factory factory) {
        return new ConnectionSource(true, factory);
    }
}
