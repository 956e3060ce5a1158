package dev.tenure.spi;

/** What a backend can do besides keeping leases. What it cannot do is refused by name, not ignored. */
public enum Capability {
    /** The store has a clock, tells with each held lease how long it still runs, and judges expiry by it. */
    STORE_CLOCK,

    /** The store pushes wake-ups when the record of an election changes: {@link Backend#watch}. */
    WATCH,

    /** The store can tell which elections it has a record of: {@link Backend#elections}. */
    LISTING,

    /**
     * The store grants a seat that was given up to a candidate that has not looked at it first:
     * {@link ClaimCondition#afterRelease}. Saves a hand-over one round trip.
     */
    SUCCESSION,

    /** The store renews many leases in one go: {@link LeaseStore#renewAll}. */
    BATCH,

    /** The store knows who stands in an election: {@link Backend#roster}. */
    ROSTER,

    /** The store passes requests on to a leader: {@link Backend#requests}. */
    REQUESTS,

    /** The store remembers what happened in an election: {@link Backend#history}. */
    HISTORY,

    /** The store keeps something for the next leader of an election: {@link Backend#batons}. */
    BATON
}
