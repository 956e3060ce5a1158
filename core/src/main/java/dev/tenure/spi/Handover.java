package dev.tenure.spi;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * To whom a lease is released.
 *
 * @param reservation the one instance that may claim first, or null for anyone
 */
public record Handover(@Nullable Reservation reservation) {
    /** No instance has this id. */
    private static final String NOBODY = "nobody";

    private static final Handover TO_ANYONE = new Handover(null);

    /** Returns the hand-over to the first candidate that claims. */
    public static Handover toAnyone() {
        return TO_ANYONE;
    }

    /** Returns the hand-over to nobody, for the given length: what a leader before may still do must not be hurried. */
    public static Handover notBefore(Duration length) {
        return reservedFor(NOBODY, length);
    }

    /** Returns the hand-over that keeps the election free for one instance, for the given length. */
    public static Handover reservedFor(String instance, Duration length) {
        return new Handover(new Reservation(instance, length));
    }
}
