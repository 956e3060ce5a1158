package dev.tenure.store.redis.connection;

import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;

/**
 * Makes connections to nodes, or borrows them. Thread-safe.
 *
 * @param borrowed whether connections are borrowed, and go back as they came
 * @param factory what makes or borrows one
 */
public record ConnectionSource(boolean borrowed, Factory factory) {

    /** Makes or borrows a connection; may take its time. */
    @FunctionalInterface
    public interface Factory {
        Connection create(HostAndPort node, int timeoutMillis);
    }

    /** Returns what makes connections with these settings, but for their timeouts. */
    public static ConnectionSource own(JedisClientConfig config) {
        return new ConnectionSource(
                false,
                (node, timeoutMillis) -> new NonReconnectingConnection(
                        node,
                        DefaultJedisClientConfig.builder()
                                .from(config)
                                .serverDefaultProtocol()
                                .timeoutMillis(timeoutMillis)
                                .build()));
    }

    /** Returns what borrows connections from a pool of the application's. */
    public static ConnectionSource borrowed(Factory factory) {
        return new ConnectionSource(true, factory);
    }
}
