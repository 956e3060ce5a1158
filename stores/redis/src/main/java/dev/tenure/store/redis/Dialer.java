package dev.tenure.store.redis;

import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;

/**
 * Makes connections to nodes, or borrows them. Thread-safe.
 *
 * @param lends whether connections are borrowed, and go back as they came
 * @param dialling what makes or borrows one
 */
record Dialer(boolean lends, Dialling dialling) {

    /** Makes or borrows a connection; may take its time. */
    @FunctionalInterface
    interface Dialling {
        Connection dial(HostAndPort node, int timeoutMillis);
    }

    /** Returns what makes connections with these settings, but for their timeouts. */
    static Dialer own(JedisClientConfig config) {
        return new Dialer(
                false,
                (node, timeoutMillis) -> new Wire(
                        node,
                        DefaultJedisClientConfig.builder()
                                .from(config)
                                .serverDefaultProtocol()
                                .timeoutMillis(timeoutMillis)
                                .build()));
    }

    /** Returns what borrows connections from a pool of the application's. */
    static Dialer lent(Dialling dialling) {
        return new Dialer(true, dialling);
    }
}
