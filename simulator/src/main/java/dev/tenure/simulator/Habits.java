package dev.tenure.simulator;

import dev.tenure.Timing;
import dev.tenure.internal.protocol.Effect.Start.Kind;
import java.time.Duration;
import java.util.Locale;

/**
 * How one piece of work, or one run of a hook, behaves. Times are on the clock of its own machine, as the engine's are.
 *
 * @param pauseNanos how long it waits between two writes
 * @param end how it ends by itself
 * @param stallsAfterNanos when it ceases to make progress, or 0 for never
 * @param finishesAfterNanos how long it goes on after it was asked to finish, or negative if it does not listen
 * @param stop how it stops once it is cancelled
 */
record Habits(long pauseNanos, End end, long stallsAfterNanos, long finishesAfterNanos, Stop stop) {
    private static final int WHOLE = 100;

    /**
     * How something ends by itself.
     *
     * @param afterNanos when, or negative for never
     * @param thrown whether it then throws
     */
    record End(long afterNanos, boolean thrown) {
        static final End NEVER = new End(-1, false);
    }

    /**
     * How something stops once it is cancelled.
     *
     * @param percent how much of the time it has for that it takes
     * @param hangsNanos how long it goes on beyond that time, or 0 if it stops in time
     * @param diesWhenKilled whether it can be killed, as a process can and a thread cannot
     */
    record Stop(int percent, long hangsNanos, boolean diesWhenKilled) {}

    /**
     * Draws habits; what is drawn in good times is quick and does not fail, unless it is of a kind that always does.
     */
    static Habits drawn(Draw draw, Kind kind, Timing timing, Stance stance, boolean bad) {
        long ttl = timing.ttl().toNanos();
        Duration stallAfter = stance.options().stallAfter();
        boolean stalls = bad && stallAfter != null && draw.chance(50);
        long longestPause = stallAfter == null ? ttl / 2 : Math.min(ttl / 2, stallAfter.toNanos() / 2);
        return new Habits(
                draw.between(longestPause / 8, longestPause),
                end(draw, kind, ttl, stance, bad),
                stalls ? 1 + draw.between(0, ttl) : 0,
                draw.chance(20) ? -1 : draw.between(0, stance.grace().toNanos() * 3 / 2),
                new Stop(
                        draw.chance(30) ? WHOLE : draw.below(WHOLE),
                        draw.chance(40) ? 1 + draw.between(0, ttl * 2) : 0,
                        draw.chance(50)));
    }

    private static End end(Draw draw, Kind kind, long ttl, Stance stance, boolean bad) {
        if (stance.part() == Part.FAILING && kind != Kind.LOSE_HOOK) {
            boolean vetoes = kind == Kind.ACQUIRE_HOOK && draw.chance(50);
            return new End(draw.between(0, quickest(kind, ttl, stance)), kind == Kind.WORK || vetoes);
        }
        if (kind == Kind.WORK) {
            return bad && draw.chance(25) ? new End(draw.between(0, ttl * 3), draw.chance(50)) : End.NEVER;
        }
        if (!bad) {
            return new End(draw.between(0, quickest(kind, ttl, stance)), false);
        }
        long longest =
                kind == Kind.ACQUIRE_HOOK ? 5 * ttl : 3 * stance.patience().toNanos();
        return draw.chance(15) ? End.NEVER : new End(draw.anySizeUpTo(longest), draw.chance(25));
    }

    /** Returns how long hooks take at most in good times. */
    static long quickest(Kind kind, long ttl, Stance stance) {
        return kind == Kind.LOSE_HOOK ? stance.patience().toNanos() / 8 : ttl / 8;
    }

    /** Returns how long cancelled work may take by the rules (R5). */
    static Duration mostToStop(Timing timing) {
        return timing.stopWithin().isZero() ? timing.margin().minus(timing.ttl().dividedBy(10)) : timing.stopWithin();
    }

    /** Returns when it stops that has this long to stop. */
    long stopsAfterNanos(Duration most, boolean mayHang) {
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

    boolean hangs() {
        return stop.hangsNanos() > 0;
    }

    boolean diesWhenKilled() {
        return hangs() && stop.diesWhenKilled();
    }
}
