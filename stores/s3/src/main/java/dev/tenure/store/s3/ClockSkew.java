package dev.tenure.store.s3;

import dev.tenure.spi.TimeSource;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;

/**
 * Measures the difference between this machine's wall clock and the store's, by the dates of its answers. Thread-safe.
 *
 * <p>No lease is judged by it. But s3lect judges by dates, so in a shared lockfile a clock that is behind is a danger.
 */
final class ClockSkew {
    private final TimeSource time;
    private volatile Offset offset = Offset.NONE;

    ClockSkew(TimeSource time) {
        this.time = time;
    }

    /**
     * The difference that the latest answer showed.
     *
     * @param behind by how much this clock is behind at least, or zero
     * @param ahead by how much it is ahead at least, or zero
     */
    record Offset(Duration behind, Duration ahead) {
        static final Offset NONE = new Offset(Duration.ZERO, Duration.ZERO);
    }

    /** The wall clock of this machine at one moment. */
    record Reading(Instant wall) {}

    Reading read() {
        return new Reading(Instant.ofEpochMilli(time.wallMillis()));
    }

    /** Notes the date of an answer, a whole second, with the clock before the request and after the answer. */
    void note(String date, Reading sent, Reading arrived) {
        try {
            Instant there = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            offset = new Offset(
                    positive(Duration.between(arrived.wall(), there)),
                    positive(Duration.between(there.plusSeconds(1), sent.wall())));
        } catch (DateTimeException e) {
            offset = Offset.NONE; // an unreadable date says nothing about our clock
        }
    }

    Offset offset() {
        return offset;
    }

    private static Duration positive(Duration duration) {
        return duration.isNegative() ? Duration.ZERO : duration;
    }
}
