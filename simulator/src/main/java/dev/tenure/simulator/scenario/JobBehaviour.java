package dev.tenure.simulator.scenario;

import dev.tenure.Timing;
import dev.tenure.internal.protocol.Effect.Start.Kind;
import dev.tenure.simulator.time.SeededRandom;
import java.time.Duration;
import java.util.Locale;

/**
 * How one work or one hook behaves. Times are on the monotonic clock of its machine, as those of the engine.
 *
 * @param pauseNanos how long it waits between two writes
 * @param end how it ends by itself
 * @param stallsAfterNanos when it stops making progress, or 0 for never
 * @param finishesAfterNanos how long it takes to finish when asked, or negative if it ignores that
 * @param stop how it stops once it is cancelled
 */
public record JobBehaviour(long pauseNanos, End end, long stallsAfterNanos, long finishesAfterNanos, Stop stop) {
    private static final int WHOLE = 100;

    /**
     * How a job ends by itself.
     *
     * @param afterNanos when, or negative for never
     * @param thrown whether it then throws
     */
    public record End(long afterNanos, boolean thrown) {
        static final End NEVER = new End(-1, false);
    }

    /**
     * How a job stops once it is cancelled.
     *
     * @param percent how much of the allowed time it takes
     * @param hangsNanos how long it continues beyond the allowed time, or 0 if it stops in time
     * @param diesWhenKilled whether it can be killed, as a process can and a thread cannot
     */
    record Stop(int percent, long hangsNanos, boolean diesWhenKilled) {}

    /** Draws a behaviour. Without faults it is quick and does not fail, unless the candidate always fails. */
    public static JobBehaviour draw(SeededRandom random, Kind kind, Timing timing, CandidateSetup setup, boolean bad) {
        long ttl = timing.ttl().toNanos();
        Duration stallAfter = setup.options().stallAfter();
        boolean stalls = bad && stallAfter != null && random.chance(50);
        long longestPause = stallAfter == null ? ttl / 2 : Math.min(ttl / 2, stallAfter.toNanos() / 2);
        return new JobBehaviour(
                random.between(longestPause / 8, longestPause),
                end(random, kind, ttl, setup, bad),
                stalls ? 1 + random.between(0, ttl) : 0,
                random.chance(20) ? -1 : random.between(0, setup.grace().toNanos() * 3 / 2),
                new Stop(
                        random.chance(30) ? WHOLE : random.below(WHOLE),
                        random.chance(40) ? 1 + random.between(0, ttl * 2) : 0,
                        random.chance(50)));
    }

    private static End end(SeededRandom random, Kind kind, long ttl, CandidateSetup setup, boolean bad) {
        if (setup.kind() == CandidateKind.FAILING && kind != Kind.LOSE_HOOK) {
            boolean vetoes = kind == Kind.ACQUIRE_HOOK && random.chance(50);
            return new End(random.between(0, healthyHookNanos(kind, ttl, setup)), kind == Kind.WORK || vetoes);
        }
        if (kind == Kind.WORK) {
            return bad && random.chance(25) ? new End(random.between(0, ttl * 3), random.chance(50)) : End.NEVER;
        }
        if (!bad) {
            return new End(random.between(0, healthyHookNanos(kind, ttl, setup)), false);
        }
        long longest =
                kind == Kind.ACQUIRE_HOOK ? 5 * ttl : 3 * setup.hookTimeout().toNanos();
        return random.chance(15) ? End.NEVER : new End(random.anySizeUpTo(longest), random.chance(25));
    }

    /** Returns how long hooks take at most without faults. */
    public static long healthyHookNanos(Kind kind, long ttl, CandidateSetup setup) {
        return kind == Kind.LOSE_HOOK ? setup.hookTimeout().toNanos() / 8 : ttl / 8;
    }

    /** Returns how long cancelled work may take by the rules (R5). */
    public static Duration allowedToStop(Timing timing) {
        return timing.stopWithin().isZero() ? timing.margin().minus(timing.ttl().dividedBy(10)) : timing.stopWithin();
    }

    /** Returns how long the job takes to stop if it is allowed the given time. */
    public long stopsAfterNanos(Duration most, boolean mayHang) {
        return mayHang && hangs() ? most.toNanos() + stop.hangsNanos() : most.toNanos() / WHOLE * stop.percent();
    }

    @Override
    public String toString() {
        String ends = end.afterNanos() < 0
                ? ""
                : (end.thrown() ? ", throws after " : ", ends after ") + seconds(end.afterNanos());
        String stops =
                hangs() ? "hangs for " + seconds(stop.hangsNanos()) : "stops in " + stop.percent() + " % of the time";
        String finish = finishesAfterNanos < 0 ? "" : ", finishes in " + seconds(finishesAfterNanos) + " when asked";
        String stall = stallsAfterNanos == 0 ? "" : ", stalls after " + seconds(stallsAfterNanos);
        return stops + finish + ends + stall;
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.3f s", nanos / 1e9);
    }

    public boolean hangs() {
        return stop.hangsNanos() > 0;
    }

    public boolean diesWhenKilled() {
        return hangs() && stop.diesWhenKilled();
    }
}
