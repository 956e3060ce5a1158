package dev.tenure.internal.protocol;

import dev.tenure.spi.Lease;
import org.jspecify.annotations.Nullable;

/**
 * What a campaign lets others see: immutable, replaced as a whole, and meaningful only together with the clocks.
 *
 * @param lease the lease held, or null
 * @param trust how far the lease may be relied on, or null without a lease
 * @param announced whether the term was announced: until then, only its acquire hook knows of it
 * @param ending whether the term was asked to end gracefully
 * @param leader the lease of another candidate, as last seen, or null
 * @param lastSeen when the store last answered, or null
 * @param failures how many calls have failed since
 * @param nextCallNanos when the store is called next, or null if nothing is planned
 * @param lastDecided when an answer last settled who leads for now, or null
 * @param finished whether the campaign is over for good
 */
public record Snapshot(
        @Nullable Lease lease,
        @Nullable Trust trust,
        boolean announced,
        boolean ending,
        @Nullable Lease leader,
        @Nullable ClockReading lastSeen,
        int failures,
        @Nullable Long nextCallNanos,
        @Nullable ClockReading lastDecided,
        boolean finished) {

    /** Returns the snapshot of a campaign that has seen and done nothing, or that is over. */
    public static Snapshot empty(boolean finished) {
        return new Snapshot(null, null, false, false, null, null, 0, null, null, finished);
    }

    /** Tells whether the lease is ours at the given readings. One comparison of each clock; allocates nothing. */
    public boolean holdsAt(long nanos, long wallMillis, long sleptNanos) {
        return trust != null && trust.holds(nanos, wallMillis, sleptNanos);
    }
}
