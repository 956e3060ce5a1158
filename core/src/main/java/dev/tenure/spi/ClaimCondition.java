package dev.tenure.spi;

import org.jspecify.annotations.Nullable;

/**
 * The condition of a claim. The store grants only if the record is still exactly the one named here.
 *
 * @param replacing the sighting the claim may replace; null names none: the store grants what is free by its own clock,
 *     or, if it {@linkplain #requiresRelease() requires a release}, what was given up
 * @param waitedOut true if the candidate itself saw the record unchanged for long enough, or it was free: the store's
 *     clock need not agree. False if the store's clock must find the lease run out
 * @param highestToken the highest token this candidate has ever seen in the election; the new one must be higher
 */
public record ClaimCondition(@Nullable Sighting replacing, boolean waitedOut, long highestToken) {

    /**
     * Returns the condition of a first claim on a store with a clock: granted if the election is free by that clock.
     */
    public static ClaimCondition unseen() {
        return new ClaimCondition(null, false, 0);
    }

    /**
     * Returns the condition of a claim that follows a wake-up without a look: granted if the record shows that the very
     * term of the highest token this candidate has seen was released, and is not reserved for another. An expired,
     * unreadable or missing record is not granted. Only for stores with {@link Capability#SUCCESSION}.
     */
    public static ClaimCondition afterRelease(long highestToken) {
        return new ClaimCondition(null, true, highestToken);
    }

    /** Tells whether only a released election may be granted, see {@link #afterRelease}. */
    public boolean requiresRelease() {
        return replacing == null && waitedOut;
    }

    /** Returns the condition of a claim on exactly this record, judged free or dead by the candidate itself. */
    public static ClaimCondition judged(Sighting sighting, long highestToken) {
        return new ClaimCondition(sighting, true, Math.max(highestToken, sighting.lastToken()));
    }

    /** Returns the condition of a claim on exactly this record, provided the store's clock finds its lease run out. */
    public static ClaimCondition byStoreClock(Sighting sighting, long highestToken) {
        return new ClaimCondition(sighting, false, Math.max(highestToken, sighting.lastToken()));
    }
}
