package dev.tenure.chaos;

import java.io.IOException;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.jedis.JedisConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;

/** Spring Integration's leader initiator on a lock in Redis, instead of a candidate. */
final class SpringRedisMain {
    private SpringRedisMain() {}

    public static void main(String[] arguments) throws IOException {
        PeerNode node = PeerNode.attach(arguments);
        JedisConnectionFactory redis = new JedisConnectionFactory(new RedisStandaloneConfiguration(
                node.server().getHost(), node.server().getPort()));
        redis.afterPropertiesSet();
        redis.start();
        SpringInitiator.run(node, new RedisLockRegistry(redis, "chaos", node.ttl()));
    }
}
