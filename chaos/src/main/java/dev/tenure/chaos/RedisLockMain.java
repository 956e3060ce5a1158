package dev.tenure.chaos;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.SetParams;

/**
 * A lock in Redis as many write it, instead of a candidate: SET NX PX, renewed three times a ttl, a flag that says
 * whether it is held, and no token.
 */
final class RedisLockMain {
    private static final String RENEW = "if redis.call('get', KEYS[1]) == ARGV[1] then"
            + " return redis.call('pexpire', KEYS[1], ARGV[2]) else return 0 end";

    private final PeerNode node;
    private volatile boolean held;

    private RedisLockMain(PeerNode node) {
        this.node = node;
    }

    public static void main(String[] arguments) throws IOException {
        PeerNode node = PeerNode.attach(arguments);
        RedisLockMain lock = new RedisLockMain(node);
        Thread holder = new Thread(lock::hold, "holder");
        holder.setDaemon(true);
        holder.start();
        node.run(() -> lock.held);
    }

    private void hold() {
        while (true) {
            try (Jedis redis = new Jedis(node.server())) {
                while (true) {
                    holdOn(redis);
                    LockSupport.parkNanos(node.ttl().toNanos() / 3);
                }
            } catch (JedisException tryAgain) {
                LockSupport.parkNanos(node.ttl().toNanos() / 3);
            }
        }
    }

    private void holdOn(Jedis redis) {
        long ttl = node.ttl().toMillis();
        if (!held) {
            held = redis.set(
                            node.election(),
                            node.who(),
                            SetParams.setParams().nx().px(ttl))
                    != null;
        } else if (!Long.valueOf(1)
                .equals(redis.eval(RENEW, List.of(node.election()), List.of(node.who(), Long.toString(ttl))))) {
            held = false;
        }
    }
}
