package dev.tenure.store.redis;

import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreProvider;
import dev.tenure.spi.StoreUri;
import java.util.Set;

/** Opens {@code redis:}, {@code rediss:}, {@code redis-cluster:} and {@code redis-sentinel:} stores. */
public final class RedisStoreProvider implements StoreProvider {
    /** What the store needs; the build checks that these are the oldest and the newest version it is tested with. */
    static final String REQUIRES = "Jedis (redis.clients:jedis) 5.2.0 to 8.0.2";

    static final String EXAMPLE = "redis://[USER:PASS@]HOST:PORT[/DB]";

    @Override
    public Set<String> schemes() {
        return Set.of("redis", "rediss", "redis-cluster", "redis-sentinel");
    }

    @Override
    public String requires() {
        return REQUIRES;
    }

    @Override
    public String example() {
        return EXAMPLE;
    }

    @Override
    public LeaseStore open(StoreUri uri) {
        return RedisUris.open(uri);
    }
}
