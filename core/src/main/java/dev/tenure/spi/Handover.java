package dev.tenure.spi;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * To whom a lease is released.
 *
 * @param reservation the one instance that may claim first, or null for anyone
 */
public record Handover(@Nullable Reservation reservation) {
    private static final Handover TO_ANYONE = new Handover(null);

    /** Returns the hand-over to whoever claims first. */
    public static Handover toAnyone() {
        return TO_ANYONE;
    }

    /** Returns the hand-over that keeps the election free for one instance, for the given length. */
    public static Handover reservedFor(String instance, Duration length) {
        return new Handover(new Reservation(instance, length));
    }
}
