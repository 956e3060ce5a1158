package dev.tenure.aws;

import dev.tenure.spi.TimeSource;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The clock of a service, estimated from the dates of its answers. Thread-safe.
 *
 * <p>No lease of Tenure is judged by it. But each lock states its end as a date, for shardcoordinator and for deletion
 * by the service, and this machine's wall clock may be wrong. The wall clock is used only before the first answer.
 */
public final class ServiceClock {
    private static final long SECOND = 1_000;

    private final TimeSource time;
    private volatile @Nullable Reading latest;
    private volatile @Nullable Reading furthest;

    /**
     * The time at which a request was sent, by both clocks of this machine.
     *
     * @param nanos by the monotonic one
     * @param wallMillis by the wall clock
     */
    public record Sent(long nanos, long wallMillis) {}

    /** A date that was written between the request and its answer. */
    private record Reading(long dateMillis, Sent sent, long arrivedNanos) {}

    public ServiceClock(TimeSource time) {
        this.time = time;
    }

    /** Returns the current time, for a request that is sent now. */
    public Sent now() {
        return new Sent(time.nanos(), time.wallMillis());
    }

    /** Notes the date, a whole second, of an answer that arrives now. */
    public void note(String date, Sent sent) {
        try {
            long millis = ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant()
                    .toEpochMilli();
            Reading reading = new Reading(millis, sent, time.nanos());
            latest = reading;
            Reading before = furthest;
            if (before == null || atLeastMillis(reading) > atLeastMillis(before)) {
                furthest = reading;
            }
        } catch (DateTimeException e) {
            latest = null; // an unreadable date is ignored
        }
    }

    /**
     * Returns the latest time that the clock can show now, in milliseconds since 1970. If the wall clock advanced more
     * than the monotonic clock, which stops while the machine sleeps, the difference is added. If the service's clock
     * was set back, it continues from its latest time: others may have seen that.
     */
    public long atMostMillis() {
        Reading reading = latest;
        Reading before = furthest;
        if (reading == null) {
            return time.wallMillis();
        }
        long most = reading.dateMillis() + SECOND + millisSince(reading.sent().nanos()) + asleepMillis(reading);
        return before == null ? most : Math.max(most, atLeastMillis(before));
    }

    /**
     * Tells whether the machine may have slept, or its clock was set, since the last answer. Then a new answer is
     * needed for an exact date.
     */
    public boolean isDoubtful() {
        Reading reading = latest;
        return reading != null && asleepMillis(reading) > SECOND;
    }

    /** Returns how long the machine slept since the request: an answer that waited during sleep seems new. */
    private long asleepMillis(Reading reading) {
        Sent sent = reading.sent();
        return Math.max(0, time.wallMillis() - sent.wallMillis() - millisSince(sent.nanos()));
    }

    /** Returns the earliest time that the clock can show now, in milliseconds since 1970. */
    public long atLeastMillis() {
        Reading reading = latest;
        return reading == null ? time.wallMillis() : atLeastMillis(reading);
    }

    private long atLeastMillis(Reading reading) {
        return reading.dateMillis() + millisSince(reading.arrivedNanos());
    }

    /** Returns by how much this machine's wall clock is at least ahead; negative if it is behind, null if unknown. */
    public @Nullable Duration wallAhead() {
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
