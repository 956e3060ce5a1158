package dev.tenure.simulator;

/** What the processes of one machine are, for good. */
enum Part {
    /** Candidates that lead well, apart from what the seed inflicts on them. */
    FIT,
    /** Candidates that are never able to lead, although they come first in any order. */
    UNABLE,
    /** Candidates that fail whenever they lead, although they come first in any order. */
    FAILING,
    /** Onlookers, which must never claim. */
    OBSERVER
}
