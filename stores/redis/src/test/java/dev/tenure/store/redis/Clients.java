package dev.tenure.store.redis;

import java.time.Duration;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.providers.ConnectionProvider;
import redis.clients.jedis.providers.PooledConnectionProvider;

/** Clients of an application, made in ways that all versions of Jedis know. */
final class Clients {
    static final JedisClientConfig SETTINGS = DefaultJedisClientConfig.builder().build();

    private Clients() {}

    @SuppressWarnings("deprecation") // the only one that all versions of Jedis have
    static UnifiedJedis of(ConnectionProvider provider) {
        return new UnifiedJedis(provider, 1, Duration.ofSeconds(5));
    }

    static PooledConnectionProvider provider(int port) {
        return new PooledConnectionProvider(new HostAndPort("127.0.0.1", port));
    }
}
