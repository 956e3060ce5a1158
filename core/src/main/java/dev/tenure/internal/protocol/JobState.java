package dev.tenure.internal.protocol;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What runs for a term, one at a time: the acquire hook, the work or the lose hook; and by when it must stop (R5). */
final class JobState {
    private final Effect.Start.Kind kind;
    private final long number;
    private final @Nullable Duration stallAfter;
    private Status status = Status.RUNNING;
    private @Nullable Long limitNanos; // for a lose hook, and for what was cancelled
    private long progressNanos;

    private enum Status {
        RUNNING,
        CANCELLED,
        ENDED
    }

    JobState(Effect.Start.Kind kind, long number, CampaignSetup setup, ClockReading now) {
        this.kind = kind;
        this.number = number;
        boolean isLoseHook = kind == Effect.Start.Kind.LOSE_HOOK;
        this.stallAfter = isLoseHook ? null : setup.options().stallAfter();
        this.limitNanos = isLoseHook ? (Long) now.plus(setup.patience()) : null;
        this.progressNanos = now.nanos();
    }

    /** Returns what it is, for people: {@code the acquire hook}. */
    String name() {
        return "the " + kind.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** Tells whether this is the start of that number, and goes on; what was left behind counts no more. */
    boolean isCurrent(long ofNumber) {
        return status != Status.ENDED && number == ofNumber;
    }

    boolean hasEnded() {
        return status == Status.ENDED;
    }

    boolean isRunning() {
        return status == Status.RUNNING;
    }

    /** It was told to stop, and has until the given moment to do so. */
    void cancelled(long byNanos) {
        status = Status.CANCELLED;
        limitNanos = byNanos;
    }

    /** Takes in that it has really ended. Returns true if it was not told to. */
    boolean ended() {
        boolean byItself = isRunning();
        status = Status.ENDED;
        limitNanos = null;
        return byItself;
    }

    void progressed(long atNanos) {
        progressNanos = ClockReading.later(progressNanos, atNanos);
    }

    /** Returns when it must have stopped or made progress, or null. */
    @Nullable Long dueNanos() {
        Long stalled = isRunning() && stallAfter != null ? (Long) (progressNanos + stallAfter.toNanos()) : null;
        return limitNanos == null ? stalled : limitNanos;
    }

    /** Tells whether it must make progress, and has made none for too long. */
    boolean isStalled(ClockReading now) {
        return limitNanos == null && now.reachedIfAny(dueNanos());
    }

    /**
     * Tells, once, that what was cancelled has not stopped, or a lose hook has not ended, in the time it has. A lose
     * hook goes on by itself then, and counts as ended.
     */
    boolean overruns(ClockReading now) {
        boolean tooLong = now.reachedIfAny(limitNanos);
        if (tooLong) {
            status = isRunning() ? Status.ENDED : status;
            limitNanos = null;
        }
        return tooLong;
    }
}
