package dev.tenure.spi;

import dev.tenure.StoreException;
import java.time.Duration;

/**
 * The moment by which a call must have answered, on the caller's monotonic clock.
 *
 * @param time the clock that {@code atNanos} was read from
 * @param atNanos the moment, comparable only with {@code time.nanos()}
 */
public record Deadline(TimeSource time, long atNanos) {

    /** Returns the deadline that lies the given duration ahead. */
    public static Deadline after(TimeSource time, Duration duration) {
        return new Deadline(time, time.nanos() + duration.toNanos());
    }

    /** Returns how long is left, never negative. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, atNanos - time.nanos()));
    }

    /** Tells whether nothing is left. */
    public boolean hasPassed() {
        return time.nanos() - atNanos >= 0;
    }

    /**
     * Refuses a call that could no longer answer in time, before it is made.
     *
     * @throws StoreException of kind UNREACHABLE if nothing is left
     */
    public void requireLeft() {
        if (hasPassed()) {
            throw new StoreException(
                    StoreException.Kind.UNREACHABLE, "the deadline had passed before the call was made");
        }
    }
}
