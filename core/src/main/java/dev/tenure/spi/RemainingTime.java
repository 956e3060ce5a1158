package dev.tenure.spi;

import java.time.Duration;
import java.time.Instant;

/**
 * The remaining time of a lease, as stated by a store with its own clock.
 *
 * @param asOf the store's clock when it answered; two of them show whether that clock stepped in between
 * @param remaining how long the lease still runs by that clock, zero when it has run out
 */
public record RemainingTime(Instant asOf, Duration remaining) {
    public RemainingTime {
        if (remaining.isNegative()) {
            throw new IllegalArgumentException("remaining " + remaining + " is negative: use zero");
        }
    }
}
