package dev.tenure.store.redis.records;

import dev.tenure.store.support.RecordFields;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Times in records. Scripts count in microseconds since 1970, and all numbers are text, which Lua keeps exact. */
final class Micros {
    private Micros() {}

    static String text(Duration duration) {
        return Long.toString(duration.toNanos() / 1_000);
    }

    /** Returns the duration as a record keeps it. */
    static Duration whole(Duration duration) {
        return duration.truncatedTo(ChronoUnit.MICROS);
    }

    static Duration duration(RecordFields fields, String name) {
        return Duration.of(fields.number(name), ChronoUnit.MICROS);
    }

    /** Returns the instant that is so many microseconds after 1970. */
    static Instant instant(long micros) {
        return Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
    }

    /** Returns a time that only people read, or 1970: an unreadable one must not make the record unreadable. */
    static Instant timeOrEpoch(RecordFields fields, String name) {
        try {
            return fields.instant(name);
        } catch (IllegalArgumentException e) {
            return Instant.EPOCH;
        }
    }
}
