package dev.tenure;

import dev.tenure.internal.schedule.CronSchedule;
import dev.tenure.internal.schedule.IntervalSchedule;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/**
 * At which times something is due; each is called a slot. Implementations are immutable, so that every candidate
 * computes the same slots.
 */
@FunctionalInterface
public interface Schedule {

    /** Returns the first slot after the given time, which is not one of its own. */
    Instant next(Instant after);

    /**
     * Returns the schedule of a cron expression of five fields: minute, hour, day of the month, month, day of the week.
     *
     * <p>A field is {@code *}, or a list of numbers, ranges ({@code 9-17}) and steps ({@code *}{@code /15},
     * {@code 0-30/10}), joined by commas. Months and days of the week also have their English names of three letters.
     * Sunday is 0 or 7. Where both the day of the month and the day of the week are given, either is enough, as in
     * cron.
     *
     * <p>When clocks are put forward, the slots of the hours that are left out become one slot, at the first moment
     * after the gap. When they are put back, a slot of an hour that comes twice is due the first time only. A schedule
     * whose hours are {@code *} follows the real hours instead: nothing is made up for, and nothing left out.
     *
     * @param zone whose clock the expression means
     * @throws IllegalArgumentException if it is no such expression, or names no day that exists
     */
    static Schedule cron(String expression, ZoneId zone) {
        return CronSchedule.of(expression, zone);
    }

    /**
     * Returns the schedule of every whole multiple of a period since 1970-01-01T00:00Z: with one hour, every full hour
     * of UTC, whenever the first candidate started.
     *
     * @param period whole milliseconds, at least one
     * @throws IllegalArgumentException if it is not
     */
    static Schedule every(Duration period) {
        return IntervalSchedule.of(period);
    }
}
