package dev.tenure.spi;

import java.time.Duration;

/**
 * How long a candidate that was granted a lease holds it before it leads, on a store shared with programs that notice
 * late that they lead no more, or that give a lease back before their work has stopped.
 *
 * @param afterExpiry when the lease before was not released: its holder may not have noticed yet
 * @param afterRelease when it was released, or there was none: its holder's work may still be stopping
 */
public record TakeoverDelay(Duration afterExpiry, Duration afterRelease) {

    /** What stores need that are used by Tenure alone: none at all. */
    public static final TakeoverDelay NONE = new TakeoverDelay(Duration.ZERO, Duration.ZERO);

    public TakeoverDelay {
        if (afterExpiry.isNegative() || afterRelease.isNegative()) {
            throw new IllegalArgumentException(
                    "a takeover delay is not negative: " + afterExpiry + ", " + afterRelease);
        }
    }
}
