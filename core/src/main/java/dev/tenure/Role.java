package dev.tenure;

/** What a candidate is in an election at the moment of asking. */
public enum Role {
    /** It leads: its term is current. */
    LEADER,

    /** It stands, and does not lead. */
    FOLLOWER,

    /** It only looks on. */
    OBSERVER,

    /** It no longer stands: the election or its candidate was closed. */
    CLOSED
}
