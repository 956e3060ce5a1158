package dev.tenure.store.s3;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;

/** Writes and reads dates like Go: RFC 3339 with up to nine digits of a second, without trailing zeros. */
final class GoDates {
    /** Go's zero date; in a record it says that the leader has resigned. */
    static final Instant ZERO = Instant.parse("0001-01-01T00:00:00Z");

    private static final DateTimeFormatter GO = new DateTimeFormatterBuilder()
            .appendPattern("uuuu-MM-dd'T'HH:mm:ss")
            .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
            .appendOffsetId()
            .toFormatter(java.util.Locale.ROOT);

    private static final int LAST_YEAR = 9999;

    private GoDates() {}

    /** Returns the text of a date, in UTC. */
    static String write(Instant date) {
        return GO.format(date.atOffset(ZoneOffset.UTC));
    }

    /** Reads a date in any time zone. Like Go, it refuses years of more than four digits. */
    static Instant read(String text) {
        OffsetDateTime date = OffsetDateTime.parse(text);
        if (date.getYear() < 0 || date.getYear() > LAST_YEAR) {
            throw new DateTimeException("its date " + text + " is beyond the year " + LAST_YEAR);
        }
        return date.toInstant();
    }

    /** Tells whether a date is the zero date, in any time zone. */
    static boolean isZero(Instant date) {
        return date.isBefore(ZERO.plusSeconds(86_400));
    }
}
