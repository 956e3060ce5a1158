package dev.tenure.simulator;

import dev.tenure.Timing;
import java.time.Duration;
import java.util.Locale;

/**
 * How one piece of work behaves. Times are on the clock of its own machine, as the engine's are.
 *
 * @param pauseNanos how long it waits between two writes
 * @param endsAfterNanos when it ends by itself, or 0 for never
 * @param throwsAtEnd whether it then throws
 * @param finishesAfterNanos how long it goes on after it was asked to finish, or negative if it does not listen
 * @param stopsAfterNanos how long it takes to stop once it is cancelled
 * @param hang what it does if it does not stop
 */
record Habits(
        long pauseNanos,
        long endsAfterNanos,
        boolean throwsAtEnd,
        long finishesAfterNanos,
        long stopsAfterNanos,
        Hang hang) {

    /**
     * Work that does not stop in time.
     *
     * @param forNanos how long it goes on after it was cancelled, or 0 for work that stops in time
     * @param diesWhenKilled whether it can be killed, as a process can and a thread cannot
     */
    record Hang(long forNanos, boolean diesWhenKilled) {}

    /**
     * Draws the habits of work; bad work may end or throw by itself. Whether hanging work hangs is seen when it is
     * told.
     */
    static Habits drawn(Draw draw, Timing timing, Duration grace, boolean bad) {
        long ttl = timing.ttl().toNanos();
        long most = mostToStop(timing).toNanos();
        boolean ends = bad && draw.chance(25);
        boolean hangs = draw.chance(40);
        return new Habits(
                draw.between(ttl / 16, ttl / 2),
                ends ? draw.between(0, ttl * 3) : 0,
                ends && draw.chance(50),
                draw.chance(20) ? -1 : draw.between(0, grace.toNanos() * 3 / 2),
                draw.chance(30) ? most : draw.between(0, most),
                hangs ? new Hang(most + draw.between(0, ttl * 2), draw.chance(50)) : new Hang(0, false));
    }

    /** Returns how long cancelled work may take by the rules (R5). */
    static Duration mostToStop(Timing timing) {
        return timing.stopWithin().isZero() ? timing.margin().minus(timing.ttl().dividedBy(10)) : timing.stopWithin();
    }

    @Override
    public String toString() {
        String end = endsAfterNanos == 0
                ? ""
                : (throwsAtEnd ? ", throws after " : ", ends after ") + seconds(endsAfterNanos);
        String stop = hangs() ? "hangs for " + seconds(hang.forNanos()) : "stops in " + seconds(stopsAfterNanos);
        String finish = finishesAfterNanos < 0 ? "" : ", finishes in " + seconds(finishesAfterNanos) + " when asked";
        return stop + finish + end;
    }

    private static String seconds(long nanos) {
        return String.format(Locale.ROOT, "%.3f s", nanos / 1e9);
    }

    boolean hangs() {
        return hang.forNanos() > 0;
    }

    long hangsForNanos() {
        return hang.forNanos();
    }

    boolean diesWhenKilled() {
        return hang.diesWhenKilled();
    }
}
