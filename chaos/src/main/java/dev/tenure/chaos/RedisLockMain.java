package dev.tenure.chaos;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.SetParams;

/**
 * A lock in Redis as many write it, instead of a candidate: SET NX PX, renewed three times a ttl, a flag that says
 * whether it is held, and no token. It must be found out: its flag is stale after a pause, and its writes lose updates.
 */
final class RedisLockMain {
    private static final String RENEW = "if redis.call('get', KEYS[1]) == ARGV[1] then"
            + " return redis.call('pexpire', KEYS[1], ARGV[2]) else return 0 end";
    private static final long NO_TOKEN = 0;
    private static final long PAUSE_NANOS = Duration.ofMillis(1).toNanos();

    /** What it takes to do something between the question whether the lock is held and the write. */
    private static final long WORK_NANOS = Duration.ofMillis(10).toNanos();

    private final NodeProcess node;
    private final String election;
    private volatile long heldSinceMicros;

    private RedisLockMain(NodeProcess node) {
        this.node = node;
        this.election = node.elections().get(0);
    }

    public static void main(String[] arguments) throws IOException {
        NodeClock clock = NodeClock.ofThisProcess();
        NodeProcess.attach(clock, order -> {});
        RedisLockMain lock = new RedisLockMain(NodeProcess.parse(arguments));
        Thread holder = new Thread(lock::hold, "holder");
        holder.setDaemon(true);
        holder.start();
        lock.work(clock);
    }

    private void hold() {
        while (true) {
            try (Jedis redis = new Jedis(URI.create(node.uri()))) {
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
        if (heldSinceMicros == 0) {
            boolean granted =
                    redis.set(election, node.who(), SetParams.setParams().nx().px(ttl)) != null;
            heldSinceMicros = granted ? Math.max(1, System.currentTimeMillis() * 1_000) : 0;
        } else if (!Long.valueOf(1)
                .equals(redis.eval(RENEW, List.of(election), List.of(node.who(), Long.toString(ttl))))) {
            heldSinceMicros = 0;
        }
    }

    private void work(NodeClock clock) throws IOException {
        TermRecorder recorder =
                new TermRecorder(node.who(), node.folder().resolve(node.who() + "." + election + ".terms"));
        try (RegisterClient register = new RegisterClient(node.registerPort(), node.who())) {
            long value = -1;
            while (true) {
                long before = clock.nanos();
                long term = heldSinceMicros;
                if (term == 0) {
                    recorder.doesNotLead();
                    value = -1;
                } else {
                    recorder.leads(term, before, clock.nanos());
                    LockSupport.parkNanos(WORK_NANOS);
                    value = value < 0
                            ? register.read(election, NO_TOKEN)
                            : register.write(election, NO_TOKEN, value + 1);
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }
}
