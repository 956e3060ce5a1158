/** Keeps leases in Redis. */
module dev.tenure.store.redis {
    requires transitive dev.tenure;
    requires transitive redis.clients.jedis;
    requires transitive dev.tenure.store.support;
    requires static org.jspecify;

    exports dev.tenure.store.redis;

    provides dev.tenure.spi.StoreProvider with
            dev.tenure.store.redis.RedisStoreProvider;
}
