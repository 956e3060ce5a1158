package dev.tenure.simulator.checks;

/** The promises that checkers watch. */
public enum Check {
    /** At most one term is current at any instant. */
    ONE_LEADER(Kind.OVERLAP),
    /** At most one work runs at any instant, apart from work that ignores its cancellation. */
    WORK_ALONE(Kind.OVERLAP),
    /** Tokens grow, in the order of grants and in the order of announcements. */
    TOKENS_GROW(Kind.TOKEN),
    /** A write of the current leader is never refused because of a higher token. */
    FENCE(Kind.TOKEN),
    /** Events alternate and follow the published state. */
    EVENTS_ALTERNATE(Kind.ORDER),
    /** A lease is released only after its work, hooks and barriers have returned. */
    RELEASE_AFTER_WORK(Kind.ORDER),
    /** A term is announced only after its acquire hook has agreed. */
    HOOKS_FIRST(Kind.ORDER),
    /** A term is opened only after its takeover delay. */
    TAKEOVER(Kind.ORDER),
    /** A request ends only the term it names, and transfers only to a candidate that can lead. */
    REQUESTS(Kind.ORDER),
    /** A write of unknown outcome is followed by a look before the next claim. */
    UNKNOWN_IS_READ(Kind.ORDER),
    /** A term that a store which chooses has taken back is over; and no other term ends by that. */
    REVOCATION(Kind.ORDER),
    /** A store that chooses grants only claims of the candidate that it chose. */
    ONLY_CHOSEN(Kind.ORDER),
    /** Observers and candidates that are not able to lead do not claim. */
    ONLY_ABLE_CLAIM(Kind.ORDER),
    /** A candidate whose work makes no progress stops leading. */
    PROGRESS(Kind.ORDER),
    /** The engine itself does not fail. */
    ENGINE_STANDS(Kind.ORDER),
    /** The store is not called in a tight loop. */
    CALLS_ARE_FEW(Kind.ORDER),
    /** While the peer channel works, followers use it instead of the store, and the store agrees with it. */
    CHANNEL(Kind.ORDER),
    /** Virtual time advances. */
    TIME_PASSES(Kind.ORDER),
    /** The election has a leader in time. */
    LEADER_IN_TIME(Kind.STUCK),
    /** Without faults a leader keeps its term. */
    CALM(Kind.STUCK),
    /** Without faults the best candidate leads soon, and no candidate hands over twice until then. */
    PREFERENCE(Kind.STUCK),
    /** Without faults all candidates that share a set of shards soon lead the same number, give or take one. */
    SHARES_EVEN(Kind.STUCK),
    /** No shard moves that need not. */
    SHARDS_STAY(Kind.STUCK),
    /** A transfer goes to the candidate it names. */
    SUCCESSOR(Kind.STUCK),
    /** A closed candidate finishes and leaves nothing open. */
    CLOSE(Kind.STUCK);

    private final Kind kind;

    Check(Kind kind) {
        this.kind = kind;
    }

    /** Returns the column of the summary that counts findings of this check. */
    public Kind kind() {
        return kind;
    }

    /** The columns of a summary. */
    public enum Kind {
        /** Two leaders or two works at once. */
        OVERLAP,
        /** A token that does not grow. */
        TOKEN,
        /** No leader in time, or a candidate that does not end. */
        STUCK,
        /** Events in the wrong order. */
        ORDER
    }
}
