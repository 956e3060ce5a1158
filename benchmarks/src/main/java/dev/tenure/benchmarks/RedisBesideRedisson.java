package dev.tenure.benchmarks;

import dev.tenure.Timing;
import java.time.Duration;

/** Prints how long Tenure on Redis, and Redisson's fenced lock, take from one leader to the next, in one run. */
final class RedisBesideRedisson {
    private static final int AT_ONCE = 20;
    private static final int WARM_UP = 100;
    private static final int ROUNDS = 400;
    private static final int KILLS = 10;

    /** What both are given to notice a death by: for hand-overs, and, since that is waited for, for deaths. */
    private static final Duration LONG = Duration.ofSeconds(10);

    private static final Duration SHORT = Duration.ofSeconds(3);

    private RedisBesideRedisson() {}

    public static void main(String[] arguments) throws Exception {
        try (RedisNode server = new RedisNode()) {
            Percentiles.printHead("Redis, one server, one machine");
            GracefulHandOver.measure(server.uri(), Timing.of(LONG), AT_ONCE, WARM_UP, ROUNDS)
                    .print("Tenure: resign, to Acquired of the other (ttl 10 s)");
            RedissonLock.graceful(server.uri(), LONG, WARM_UP, ROUNDS)
                    .print("Redisson: unlock, to the other's token (watchdog 10 s)");
            KilledLeader.measure(server.uri(), Timing.of(SHORT), KILLS)
                    .print("Tenure: kill -9, to Acquired of the other (ttl 3 s)");
            RedissonLock.killed(server.uri(), SHORT, KILLS)
                    .print("Redisson: kill -9, to the other's token (watchdog 3 s)");
        }
    }
}
