package dev.tenure.simulator;

/** What candidates may be given besides a lease to compete for. Each seed draws which of them it has. */
enum Feature {
    /** The store keeps a roster: candidates claim in order, and hand over to better ones. */
    ROSTER,
    /** The store passes requests on: to resign, or to transfer. */
    REQUESTS,
    /** Candidates have priorities. */
    PRIORITIES,
    /** Candidates have versions, and some prefer the newest. */
    VERSIONS,
    /** Candidates are told whether they are able to lead. */
    READINESS,
    /** A hook runs before a term is announced, and may refuse it. */
    ACQUIRE_HOOK,
    /** A hook runs after a term has ended. */
    LOSE_HOOK,
    /** Threads of the application call {@code runIfLeader}. */
    CALLERS,
    /** Some listeners are waited for before a lease is released. */
    BARRIERS,
    /** Work must make progress. */
    STALL,
    /** Timing and address change while candidates stand. */
    RECONFIGURATION,
    /** Some machines only look on. */
    OBSERVERS,
    /** The best candidate of all is alive, but never able to lead, or fails whenever it does. */
    UNFIT,
    /** The store renews many leases at once. */
    BATCH,
    /** The store, if it has a clock, grants what was given up to one who has not looked. */
    SUCCESSION
}
