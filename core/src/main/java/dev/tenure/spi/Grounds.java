package dev.tenure.spi;

import org.jspecify.annotations.Nullable;

/**
 * Why a candidate thinks it may claim. The store grants only if the record is still exactly the one named here.
 *
 * @param replacing the sighting the claim may replace; null leaves the choice to a store with a clock of its own
 * @param waitedOut true if the candidate itself saw the record unchanged for long enough, or it was free: the store's
 *     clock need not agree. False if the store's clock must find the lease run out
 * @param highestToken the highest token this candidate has ever seen in the election; the new one must be higher
 */
public record Grounds(@Nullable Sighting replacing, boolean waitedOut, long highestToken) {

    /** Returns the grounds of a first claim on a store with a clock: granted if the seat is free by that clock. */
    public static Grounds unseen() {
        return new Grounds(null, false, 0);
    }

    /** Returns the grounds of a claim on exactly this record, judged free or dead by the candidate itself. */
    public static Grounds judged(Sighting sighting, long highestToken) {
        return new Grounds(sighting, true, Math.max(highestToken, sighting.lastToken()));
    }

    /** Returns the grounds of a claim on exactly this record, provided the store's clock finds its lease run out. */
    public static Grounds byStoreClock(Sighting sighting, long highestToken) {
        return new Grounds(sighting, false, Math.max(highestToken, sighting.lastToken()));
    }
}
