package dev.tenure.benchmarks;

import dev.tenure.Timing;
import java.time.Duration;
import java.util.List;

/** Prints how long PostgreSQL, and Tenure on it, take from one leader to the next. */
final class PostgresHandOver {
    private static final int WARM_UP = 100;
    private static final int ROUNDS = 400;
    private static final int KILLS = 10;

    /** The shortest ttl that {@link Timing#of(Duration)} takes, and one for everyday use. */
    private static final List<Duration> TTLS = List.of(Duration.ofMillis(250), Duration.ofSeconds(3));

    private PostgresHandOver() {}

    public static void main(String[] arguments) throws Exception {
        try (PostgresServer server = new PostgresServer()) {
            Percentiles.printHead("PostgreSQL, fsync on, one machine");
            PostgresFloor.measure(server, WARM_UP, ROUNDS)
                    .print("floor: UPDATE + NOTIFY, to the notice on a bare connection");
            for (Timing timing : List.of(Timing.balanced(), Timing.local())) {
                GracefulHandOver.measure(server.uri(), timing, WARM_UP + ROUNDS, WARM_UP, ROUNDS)
                        .print("graceful: resign, to Acquired of the other (ttl "
                                + timing.ttl().toSeconds() + " s)");
            }
            for (Duration ttl : TTLS) {
                Timing timing = Timing.of(ttl);
                KilledLeader.measure(server.uri(), timing, KILLS)
                        .print("kill -9, to Acquired of the other (ttl " + ttl.toMillis() + " ms, bound "
                                + ttl.plus(timing.callTimeout()).toMillis() + " ms)");
            }
        }
    }
}
