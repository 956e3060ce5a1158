package dev.tenure.store.dynamodb;

import dev.tenure.spi.TimeSource;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The clock of DynamoDB, as far as the dates of its answers tell. Thread-safe.
 *
 * <p>No lease of Tenure's is judged by it. But each lock item states its end as a date, for shardcoordinator and for
 * the table's own cleaning, and this machine's wall clock may be wrong: that is asked only while no answer has come.
 */
final class StoreClock {
    private static final long SECOND = 1_000;

    private final TimeSource time;
    private volatile @Nullable Reading latest;

    /** A date that was written between two readings of the monotonic clock, with this machine's own at the second. */
    private record Reading(long dateMillis, long sentNanos, long arrivedNanos, long wallMillis) {}

    StoreClock(TimeSource time) {
        this.time = time;
    }

    long nanos() {
        return time.nanos();
    }

    /** Takes in the date of an answer, which is of a whole second. */
    void note(String date, long sentNanos, long arrivedNanos) {
        try {
            long millis = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant()
                    .toEpochMilli();
            latest = new Reading(millis, sentNanos, arrivedNanos, time.wallMillis());
        } catch (DateTimeException e) {
            latest = null; // whoever cannot tell the time is not asked
        }
    }

    /**
     * Returns what the clock shows now at most, in milliseconds since 1970. The wall clock counts where it has gone
     * further than the monotonic one, which stands still while a machine sleeps.
     */
    long atMostMillis() {
        Reading reading = latest;
        if (reading == null) {
            return time.wallMillis();
        }
        long asleep = time.wallMillis() - reading.wallMillis() - millisSince(reading.arrivedNanos());
        return reading.dateMillis() + SECOND + millisSince(reading.sentNanos()) + Math.max(0, asleep);
    }

    /** Returns what the clock shows now at least, in milliseconds since 1970. */
    long atLeastMillis() {
        Reading reading = latest;
        return reading == null ? time.wallMillis() : reading.dateMillis() + millisSince(reading.arrivedNanos());
    }

    /** Returns by how much this machine's wall clock is ahead at least, negative if behind, or null if unknown. */
    @Nullable Duration wallAhead() {
        if (latest == null) {
            return null;
        }
        long ahead = time.wallMillis() - atMostMillis();
        long behind = atLeastMillis() - time.wallMillis();
        return Duration.ofMillis(ahead > 0 ? ahead : behind > 0 ? -behind : 0);
    }

    private long millisSince(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(time.nanos() - nanos);
    }
}
