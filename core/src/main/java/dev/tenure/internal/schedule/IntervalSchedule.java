package dev.tenure.internal.schedule;

import static java.util.Objects.requireNonNull;

import dev.tenure.Schedule;
import java.time.Duration;
import java.time.Instant;

/**
 * Every whole multiple of a period since 1970.
 *
 * @param millis the period
 */
public record IntervalSchedule(long millis) implements Schedule {

    /** Returns the schedule of this period. */
    public static IntervalSchedule of(Duration period) {
        requireNonNull(period, "period");
        long millis = period.toMillis();
        if (millis < 1 || !Duration.ofMillis(millis).equals(period)) {
            throw new IllegalArgumentException(
                    "the period " + period + " must be whole milliseconds, and at least one");
        }
        return new IntervalSchedule(millis);
    }

    @Override
    public Instant next(Instant after) {
        return Instant.ofEpochMilli((Math.floorDiv(after.toEpochMilli(), millis) + 1) * millis);
    }

    @Override
    public String toString() {
        return "every " + Duration.ofMillis(millis);
    }
}
