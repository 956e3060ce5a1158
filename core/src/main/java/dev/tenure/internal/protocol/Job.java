package dev.tenure.internal.protocol;

import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What runs for a term, one at a time: the acquire hook, the work or the lose hook; and by when it must stop (R5). */
final class Job {
    private final Effect.Start.Kind kind;
    private final long number;
    private final boolean isLoseHook;
    private final @Nullable Duration stallAfter;
    private Status status = Status.RUNNING;
    private long limitNanos;
    private long progressNanos;

    private enum Status {
        RUNNING,
        CANCELLED,
        OVERSTAYING,
        ENDED
    }

    Job(Effect.Start.Kind kind, long number, CampaignSetup setup, ClockReading now) {
        this.kind = kind;
        this.number = number;
        this.isLoseHook = kind == Effect.Start.Kind.LOSE_HOOK;
        this.stallAfter = isLoseHook ? null : setup.options().stallAfter();
        this.limitNanos = now.plus(setup.patience());
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

    /** Trust in its term ended, or will end, at the given moment, and gives it time to stop. */
    void cancelled(Trust trust, long trustedUntilNanos) {
        status = Status.CANCELLED;
        limitNanos = trustedUntilNanos + trust.stopNanos();
    }

    /** Takes in that it has really ended. Returns true if it was not told to. */
    boolean ended() {
        boolean byItself = isRunning();
        status = Status.ENDED;
        return byItself;
    }

    void progressed(long atNanos) {
        progressNanos = ClockReading.later(progressNanos, atNanos);
    }

    /** Tells whether it must make progress, and has made none for too long. */
    boolean isStalled(ClockReading now) {
        return status == Status.RUNNING && stallAfter != null && now.reached(progressNanos + stallAfter.toNanos());
    }

    /** Tells, once, that what was cancelled has not stopped in the time it has. */
    boolean overstays(ClockReading now) {
        boolean tooLong = status == Status.CANCELLED && now.reached(limitNanos);
        status = tooLong ? Status.OVERSTAYING : status;
        return tooLong;
    }

    /** Tells, once, that a lose hook takes too long; it goes on by itself, and is waited for no more. */
    boolean isLeftBehind(ClockReading now) {
        boolean tooLong = status == Status.RUNNING && isLoseHook && now.reached(limitNanos);
        status = tooLong ? Status.ENDED : status;
        return tooLong;
    }

    /** Returns the earlier of the given reading and the one at which something here falls due. */
    @Nullable Long wakeAtNanos(@Nullable Long otherwise) {
        boolean running = status == Status.RUNNING;
        if (status == Status.CANCELLED || (running && isLoseHook)) {
            return ClockReading.earliest(otherwise, limitNanos);
        }
        return running && stallAfter != null
                ? ClockReading.earliest(otherwise, progressNanos + stallAfter.toNanos())
                : otherwise;
    }
}
