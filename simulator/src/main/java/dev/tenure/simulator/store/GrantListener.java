package dev.tenure.simulator.store;

import dev.tenure.spi.Lease;

/** Hears which calls of a process the store has carried out. */
public interface GrantListener {
    /** A claim was granted, with a token that was decided at the given true time. */
    void granted(String election, long token, long decidedNanos);

    /**
     * The call that is running hears that its claim was granted, which it began at the given true time. If it was given
     * up, or hears so when nobody can lead by that lease any more, others may have been granted later ones before.
     * Returns whether the grant counts.
     */
    default boolean heardOfGrant(Lease lease, long beganNanos, StoreSteps steps) {
        long now = steps.trueNanos();
        boolean counts = !steps.isGivenUp() && now - beganNanos < lease.ttl().toNanos() / 10 * 9;
        if (counts) {
            granted(lease.election(), lease.token(), now);
        }
        return counts;
    }

    /** A lease was released. */
    void released(String election, long token);
}
