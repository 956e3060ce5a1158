package dev.tenure.internal.protocol;

import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One reading of the monotonic clock, the wall clock, and of how long the machine had slept. */
public record ClockReading(long nanos, long wallMillis, long sleptNanos) {

    public static ClockReading of(TimeSource time) {
        return new ClockReading(time.nanos(), time.wallMillis(), time.sleptNanos());
    }

    /** Returns the wall clock's reading as an instant, for people. */
    public Instant instant() {
        return Instant.ofEpochMilli(wallMillis);
    }

    public boolean reached(long atNanos) {
        return nanos - atNanos >= 0;
    }

    /** Tells whether there is a monotonic reading to reach, and it is reached. */
    boolean reachedIfAny(@Nullable Long atNanos) {
        return atNanos != null && reached(atNanos);
    }

    public long plus(Duration duration) {
        return nanos + duration.toNanos();
    }

    /** Returns a duration as people read it: {@code 9.8 s}. */
    public static String seconds(@Nullable Duration duration) {
        return duration == null ? "ever" : String.format(Locale.ROOT, "%.1f s", duration.toMillis() / 1000.0);
    }

    /** Returns the later of two monotonic readings, which may have wrapped around. */
    public static long later(long a, long b) {
        return a - b >= 0 ? a : b;
    }

    /** Returns the earlier of two monotonic readings, of which any may be missing. */
    public static @Nullable Long earliest(@Nullable Long a, @Nullable Long b) {
        return a == null || b == null ? (a == null ? b : a) : (Long) earlier(a, b);
    }

    /** Returns the earlier of two monotonic readings, which may have wrapped around. */
    static long earlier(long a, long b) {
        return a - b <= 0 ? a : b;
    }
}
