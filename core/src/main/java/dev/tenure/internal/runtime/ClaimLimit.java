package dev.tenure.internal.runtime;

import dev.tenure.StoreException;
import dev.tenure.Timing;

/**
 * Keeps a candidate from claiming more leases than it could renew: what it leads it is to keep. On the loop.
 *
 * <p>Elections are stood for before it is known how quick the store is, and the store may become slower. So a stand that
 * was admitted may claim a little more than a new one would be admitted for; beyond that others may lead.
 */
final class ClaimLimit {
    private static final double OF_ADMITTED = 1.5;

    private final Capacity capacity;
    private int held;
    private int claimed;

    ClaimLimit(Capacity capacity) {
        this.capacity = capacity;
    }

    /** Takes in that one more lease is held, or one less. */
    void holds(boolean more) {
        held += more ? 1 : -1;
    }

    /** Takes in that a claim is under way. */
    void claims() {
        claimed++;
    }

    /** Takes in that a claim was answered, or failed. */
    void claimed() {
        claimed--;
    }

    boolean isReached(Timing timing) {
        return held + claimed >= capacity.leases(timing) * OF_ADMITTED;
    }

    StoreException refusal(Timing timing) {
        return new StoreException(
                StoreException.Kind.UNREACHABLE,
                "not claimed beside the " + held + " leases held: more " + capacity.tooSlow(timing));
    }
}
