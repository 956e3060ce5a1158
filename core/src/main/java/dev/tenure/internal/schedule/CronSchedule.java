package dev.tenure.internal.schedule;

import static java.util.Objects.requireNonNull;

import dev.tenure.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.Month;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/** The slots of a cron expression on the clock of a zone. Immutable. */
public final class CronSchedule implements Schedule {
    private static final int HOURS = 24;

    private final String expression;
    private final ZoneId zone;
    private final BitSet minutes;
    private final BitSet hours;
    private final BitSet days;
    private final BitSet months;
    private final BitSet weekdays;
    private final boolean anyDay;
    private final boolean anyWeekday;

    private CronSchedule(String expression, ZoneId zone, List<String> fields) {
        this.expression = expression;
        this.zone = zone;
        this.minutes = CronField.MINUTE.read(fields.get(0));
        this.hours = CronField.HOUR.read(fields.get(1));
        this.days = CronField.DAY.read(fields.get(2));
        this.months = CronField.MONTH.read(fields.get(3));
        this.weekdays = CronField.WEEKDAY.read(fields.get(4));
        this.anyDay = fields.get(2).equals("*");
        this.anyWeekday = fields.get(4).equals("*");
    }

    /** Returns the schedule of this expression. */
    public static CronSchedule of(String expression, ZoneId zone) {
        requireNonNull(expression, "expression");
        requireNonNull(zone, "zone");
        List<String> fields = List.of(expression.strip().split("\\s+", -1));
        if (fields.size() != CronField.values().length) {
            throw new IllegalArgumentException("the cron expression '" + expression
                    + "' must have five fields: minute, hour, day of the month, month, day of the week");
        }
        CronSchedule schedule = new CronSchedule(expression, zone, fields);
        if (!schedule.hasDay()) {
            throw new IllegalArgumentException(
                    "the cron expression '" + expression + "' names no day that exists: correct the day of the month");
        }
        return schedule;
    }

    private boolean hasDay() {
        return !anyWeekday
                || IntStream.rangeClosed(1, Month.values().length)
                        .anyMatch(month -> months.get(month)
                                && days.nextSetBit(1) <= Month.of(month).maxLength());
    }

    @Override
    public Instant next(Instant after) {
        return hours.cardinality() == HOURS ? nextByRealHours(after) : nextByTheClock(after);
    }

    /** Goes from minute to minute, so that an hour that comes twice counts twice, and one that does not never. */
    private Instant nextByRealHours(Instant after) {
        ZonedDateTime time = after.atZone(zone);
        Duration intoMinute = Duration.ofSeconds(time.getSecond()).plusNanos(time.getNano());
        Instant next = after.minus(intoMinute).plus(1, ChronoUnit.MINUTES);
        while (true) {
            ZonedDateTime local = next.atZone(zone);
            if (!isDue(local.toLocalDate())) {
                next = local.toLocalDate().plusDays(1).atStartOfDay(zone).toInstant();
            } else if (minutes.get(local.getMinute())) {
                return next;
            } else {
                next = next.plus(1, ChronoUnit.MINUTES);
            }
        }
    }

    /** Goes from day to day by the calendar; a slot in a gap may belong to the day before. */
    private Instant nextByTheClock(Instant after) {
        for (LocalDate date = after.atZone(zone).toLocalDate().minusDays(1); ; date = date.plusDays(1)) {
            if (!isDue(date)) {
                continue;
            }
            for (int hour = hours.nextSetBit(0); hour >= 0; hour = hours.nextSetBit(hour + 1)) {
                for (int minute = minutes.nextSetBit(0); minute >= 0; minute = minutes.nextSetBit(minute + 1)) {
                    Instant slot = instantOf(date.atTime(hour, minute));
                    if (slot.isAfter(after)) {
                        return slot;
                    }
                }
            }
        }
    }

    /** Returns when the clock shows this time first, or the end of the gap if it never does. */
    private Instant instantOf(LocalDateTime local) {
        List<ZoneOffset> offsets = zone.getRules().getValidOffsets(local);
        return offsets.isEmpty() ? zone.getRules().getTransition(local).getInstant() : local.toInstant(offsets.get(0));
    }

    private boolean isDue(LocalDate date) {
        if (!months.get(date.getMonthValue())) {
            return false;
        }
        boolean day = days.get(date.getDayOfMonth());
        boolean weekday = weekdays.get(date.getDayOfWeek().getValue() % 7);
        return (anyDay || anyWeekday) ? (day && weekday) : (day || weekday);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof CronSchedule that && expression.equals(that.expression) && zone.equals(that.zone);
    }

    @Override
    public int hashCode() {
        return Objects.hash(expression, zone);
    }

    @Override
    public String toString() {
        return "cron " + expression + " in " + zone;
    }
}
