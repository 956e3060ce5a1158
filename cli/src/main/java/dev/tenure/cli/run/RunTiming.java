package dev.tenure.cli.run;

import dev.tenure.Timing;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.Durations;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.spi.Backend;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The timing of a lease, with time for the command to stop.
 *
 * @param timing the timing, with the time to stop taken from the end of trust
 * @param grace how long the command has between TERM and KILL
 */
record RunTiming(Timing timing, Duration grace) {
    private static final Duration MOST_GRACE_UNASKED = Duration.ofSeconds(1);

    /** The time after KILL until the last process has ended and is known to have ended. */
    private static final Duration REAPING = Duration.ofMillis(100);

    /**
     * Returns the timing for the given options.
     *
     * @param ttl null for the default of the store
     * @param grace null for a second, or less if the ttl is too short for that
     */
    static RunTiming of(Timing suitsTheStore, @Nullable Duration ttl, @Nullable Duration grace) {
        Timing timing = ttl == null ? suitsTheStore : Durations.timing(ttl);
        Duration most = room(timing).minus(REAPING);
        if (most.isNegative()) {
            throw new CommandFailure(
                    ExitStatus.USAGE,
                    "a lease of " + Durations.show(timing.ttl())
                            + " ends before a command can be stopped: use --ttl "
                            + Durations.show(leastTtl(Duration.ZERO)) + " or longer");
        }
        if (grace != null && grace.compareTo(most) > 0) {
            throw new CommandFailure(
                    ExitStatus.USAGE,
                    "--grace " + Durations.show(grace) + " leaves a lease of " + Durations.show(timing.ttl())
                            + " no time to be renewed: use --grace " + Durations.show(most)
                            + " or shorter, or --ttl " + Durations.show(leastTtl(grace)) + " or longer");
        }
        Duration chosen = grace != null ? grace : shorter(most, MOST_GRACE_UNASKED);
        return new RunTiming(timing.withStopWithin(chosen.plus(REAPING)), chosen);
    }

    /** Returns this timing if the store accepts it, and refuses it otherwise. */
    RunTiming checkedFor(Backend store) {
        try {
            store.checkTiming(timing);
            return this;
        } catch (IllegalArgumentException refused) {
            throw new CommandFailure(
                    ExitStatus.USAGE,
                    "--ttl " + Durations.show(timing.ttl()) + ": " + refused.getMessage()
                            + " (the interval is a quarter of --ttl)",
                    refused);
        }
    }

    /** Returns the longest time to stop that {@link Timing} allows. */
    private static Duration room(Timing timing) {
        Duration untrusted = timing.ttl().minus(timing.margin()).minus(timing.interval());
        return shorter(untrusted.minus(timing.interval()), untrusted.minus(timing.callTimeout()));
    }

    /**
     * Returns the shortest ttl that leaves the grace: {@link Timing#of(Duration)} has room for 2/5 of it less 100 ms.
     */
    private static Duration leastTtl(Duration grace) {
        long tenths = grace.plus(REAPING)
                        .plusMillis(100)
                        .multipliedBy(5)
                        .dividedBy(2)
                        .plusMillis(99)
                        .toMillis()
                / 100;
        return Duration.ofMillis(tenths * 100);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
