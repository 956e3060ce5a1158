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
    /** Never is a lease released under running work or hooks, nor before its barriers have returned. */
    RELEASE_AFTER_WORK(Kind.ORDER),
    /** No term is announced without the consent of its acquire hook. */
    HOOKS_FIRST(Kind.ORDER),
    /** Requests end only the term they name, and only in favour of somebody who can lead. */
    REQUESTS(Kind.ORDER),
    /** Observers and candidates that are not able to lead do not claim. */
    ONLY_ABLE_CLAIM(Kind.ORDER),
    /** Nobody leads on whose work makes no progress. */
    PROGRESS(Kind.ORDER),
    /** The engine itself does not fail. */
    ENGINE_STANDS(Kind.ORDER),
    /** The store is not called in a hot loop. */
    CALLS_ARE_FEW(Kind.ORDER),
    /** Nothing goes round in circles while no time passes. */
    TIME_PASSES(Kind.ORDER),
    /** A leader is there in time. */
    LEADER_IN_TIME(Kind.STUCK),
    /** In calm weather a leader keeps its term. */
    CALM(Kind.STUCK),
    /** In calm weather the best candidate leads soon, and nobody hands over twice until then. */
    PREFERENCE(Kind.STUCK),
    /** A transfer goes to the one it names. */
    SUCCESSOR(Kind.STUCK),
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
