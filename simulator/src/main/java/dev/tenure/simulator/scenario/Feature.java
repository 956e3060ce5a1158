package dev.tenure.simulator.scenario;

/** Optional features of candidates and stores. Each seed draws which ones its run has. */
public enum Feature {
    /** The store keeps a roster: candidates claim in successor order, and hand over to better ones. */
    ROSTER,
    /** The store passes on requests to resign or to transfer. */
    REQUESTS,
    /** Candidates have priorities. */
    PRIORITIES,
    /** Candidates have versions, and some prefer the newest. */
    VERSIONS,
    /** The application says whether its candidate is able to lead. */
    READINESS,
    /** A hook runs before a term is announced, and may refuse it. */
    ACQUIRE_HOOK,
    /** A hook runs after a term has ended. */
    LOSE_HOOK,
    /** Threads of the application call {@code runIfLeader}. */
    CALLERS,
    /** Some listeners are barriers, which a release waits for. */
    BARRIERS,
    /** Work must make progress. */
    STALL,
    /** Timing and address change while candidates stand. */
    RECONFIGURATION,
    /** Some machines only observe. */
    OBSERVERS,
    /** The candidate with the best rank is never able to lead, or fails whenever it leads. */
    UNFIT,
    /** The store renews several leases in one call. */
    BATCH,
    /** The store, if it has a clock, takes everything that a candidate asks at one moment in one call. */
    ROUND,
    /** The store, if it has a clock, grants a released lease to a claim without a sighting. */
    SUCCESSION
}
