/** Does commands of Redis under a fence. */
module dev.tenure.fence.redis {
    requires transitive dev.tenure;
    requires transitive redis.clients.jedis;
    requires static org.jspecify;

    exports dev.tenure.fence.redis;
}
