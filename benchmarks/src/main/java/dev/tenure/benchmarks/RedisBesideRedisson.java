package dev.tenure.benchmarks;

import dev.tenure.Timing;
import java.time.Duration;

/** Prints how long Tenure on Redis, and Redisson's fenced lock, take from one leader to the next, in one run. */
final class RedisBesideRedisson {
    private static final int WARM_UP = 100;
    private static final int ROUNDS = 400;
    private static final int KILLS = 10;

    /** What both are given to notice a death by. */
    private static final Duration TTL = Duration.ofSeconds(3);

    private RedisBesideRedisson() {}

    public static void main(String[] arguments) throws Exception {
        try (RedisNode server = new RedisNode()) {
            Percentiles.printHead("Redis, one server, one machine, ttl or watchdog " + TTL.toSeconds() + " s");
            GracefulHandOver.measure(server.uri(), Timing.local(), WARM_UP, ROUNDS)
                    .print("Tenure: resign, to Acquired of the other");
            RedissonLock.graceful(server.uri(), TTL, WARM_UP, ROUNDS)
                    .print("Redisson: unlock, to the other's lockAndGetToken");
            Timing timing = Timing.of(TTL);
            KilledLeader.measure(server.uri(), timing, KILLS).print("Tenure: kill -9, to Acquired of the other");
            RedissonLock.killed(server.uri(), TTL, KILLS).print("Redisson: kill -9, to the other's lockAndGetToken");
        }
    }
}
