package dev.tenure.aws;

import dev.tenure.spi.TimeSource;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The clock of a service, as far as the dates of its answers tell. Thread-safe.
 *
 * <p>No lease of Tenure's is judged by it. But each lock states its end as a date, for shardcoordinator and for
 * cleaning by the service, and this machine's wall clock may be wrong: that is asked only while no answer has come.
 */
public final class ServiceClock {
    private static final long SECOND = 1_000;

    private final TimeSource time;
    private volatile @Nullable Reading latest;
    private volatile @Nullable Reading furthest;

    /**
     * When a request was sent, by both clocks of this machine.
     *
     * @param nanos by the monotonic one
     * @param wallMillis by the wall clock
     */
    public record Sent(long nanos, long wallMillis) {}

    /** A date that was written between the sending of a request and the arrival of its answer. */
    private record Reading(long dateMillis, Sent sent, long arrivedNanos) {}

    public ServiceClock(TimeSource time) {
        this.time = time;
    }

    /** Returns the present, for a request that is sent now. */
    public Sent now() {
        return new Sent(time.nanos(), time.wallMillis());
    }

    /** Takes in the date of an answer that arrives now, which is of a whole second. */
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
            latest = null; // whoever cannot tell the time is not asked
        }
    }

    /**
     * Returns what the clock shows now at most, in milliseconds since 1970. The wall clock counts where it has gone
     * further than the monotonic one, which stands still while a machine sleeps. A clock that was set back counts on
     * from where it was: others may have seen the later date.
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
     * Tells whether the machine may have slept, or its clock was set, since the last answer: ask again, if it counts.
     */
    public boolean isDoubtful() {
        Reading reading = latest;
        return reading != null && asleepMillis(reading) > SECOND;
    }

    /** From the sending on: an answer that waited in a sleeping machine looks as if it had just come. */
    private long asleepMillis(Reading reading) {
        Sent sent = reading.sent();
        return Math.max(0, time.wallMillis() - sent.wallMillis() - millisSince(sent.nanos()));
    }

    /** Returns what the clock shows now at least, in milliseconds since 1970. */
    public long atLeastMillis() {
        Reading reading = latest;
        return reading == null ? time.wallMillis() : atLeastMillis(reading);
    }

    private long atLeastMillis(Reading reading) {
        return reading.dateMillis() + millisSince(reading.arrivedNanos());
    }

    /** Returns by how much this machine's wall clock is ahead at least, negative if behind, or null if unknown. */
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
