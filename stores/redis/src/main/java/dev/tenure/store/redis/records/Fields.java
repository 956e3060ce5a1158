package dev.tenure.store.redis.records;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The fields of one JSON object, each asked for as what it must be.
 *
 * @param values the values, as text
 */
public record Fields(Map<String, String> values) {

    public @Nullable String optional(String name) {
        return values.get(name);
    }

    String text(String name) {
        String value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name + " is missing");
        }
        return value;
    }

    public long number(String name) {
        try {
            return Long.parseLong(text(name));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " is no whole number", e);
        }
    }

    int smallNumber(String name) {
        long number = number(name);
        if (number != (int) number) {
            throw new IllegalArgumentException(name + " is too large");
        }
        return (int) number;
    }

    boolean flag(String name) {
        return Boolean.parseBoolean(text(name));
    }

    Duration micros(String name) {
        return Duration.of(number(name), ChronoUnit.MICROS);
    }

    /** A time that only people read must not make the rest unreadable. */
    Instant time(String name) {
        try {
            return Instant.parse(text(name));
        } catch (DateTimeException | IllegalArgumentException e) {
            return Instant.EPOCH;
        }
    }

    /** Returns the moment that so many microseconds since 1970 are. */
    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    static String text(Duration duration) {
        return Long.toString(duration.toNanos() / 1_000);
    }
}
