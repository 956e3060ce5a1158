package dev.tenure.simulator.scenario;

/** The kind of candidate that every process of one machine is. */
public enum CandidateKind {
    /** Leads well, apart from injected faults. */
    FIT,
    /** Is never able to lead, although it comes first in successor order. */
    UNABLE,
    /** Fails whenever it leads, although it comes first in successor order. */
    FAILING,
    /** Only observes, and must never claim. */
    OBSERVER
}
