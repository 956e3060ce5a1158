package dev.tenure.spi;

import static java.util.Objects.requireNonNull;

import java.time.Duration;

/**
 * A released election kept free for one instance, for a while.
 *
 * @param instance the only instance that may claim at once
 * @param length for how long the others treat the reservation as if it were a lease
 */
public record Reservation(String instance, Duration length) {
    public Reservation {
        requireNonNull(instance, "instance");
        if (length.isNegative() || length.isZero() || length.compareTo(Lease.MAX_TTL) > 0) {
            throw new IllegalArgumentException("length " + length + " is not between zero and " + Lease.MAX_TTL);
        }
    }
}
