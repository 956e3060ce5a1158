package dev.tenure.simulator;

/** What a checker watches over. */
public enum Check {
    /** Never two current terms at one instant. */
    ONE_LEADER(Kind.OVERLAP),
    /** Never two works at one instant, apart from one that overstays. */
    WORK_ALONE(Kind.OVERLAP),
    /** Tokens grow, at the store and as announced. */
    TOKENS_GROW(Kind.TOKEN),
    /** What a current leader writes is never refused for a higher token seen before. */
    FENCE(Kind.TOKEN),
    /** Events alternate and follow the published state. */
    EVENTS_ALTERNATE(Kind.ORDER),
    /** Never is a lease released under running work. */
    RELEASE_AFTER_WORK(Kind.ORDER),
    /** The engine itself does not fail. */
    ENGINE_STANDS(Kind.ORDER),
    /** The store is not called in a hot loop. */
    CALLS_ARE_FEW(Kind.ORDER),
    /** A leader is there in time. */
    LEADER_IN_TIME(Kind.STUCK),
    /** In calm weather a leader keeps its term. */
    CALM(Kind.STUCK),
    /** A closed candidate finishes, and leaves nothing behind. */
    CLOSE(Kind.STUCK);

    private final Kind kind;

    Check(Kind kind) {
        this.kind = kind;
    }

    /** Returns the heading under which findings of this check are counted. */
    public Kind kind() {
        return kind;
    }

    /** The headings of a summary. */
    public enum Kind {
        /** Two at once. */
        OVERLAP,
        /** A token that does not grow. */
        TOKEN,
        /** Nobody leads, or somebody cannot end. */
        STUCK,
        /** Things that happened in the wrong order. */
        ORDER
    }
}
