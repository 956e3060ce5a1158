package dev.tenure;

import org.jspecify.annotations.Nullable;

/** A current term was required, and there is none. */
public final class NotLeaderException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final long token;

    public NotLeaderException(String election, long token) {
        super("term " + token + " of election '" + election + "' is over: stop, another candidate may lead by now");
        this.token = token;
    }

    /**
     * Makes the exception of a candidate that has no current term in the election.
     *
     * @param leader the leader as far as the candidate knows, or null
     */
    public NotLeaderException(String election, @Nullable Identity leader) {
        super("this candidate does not lead election '" + election + "' at this moment"
                + (leader == null ? "" : ": " + leader.name() + " does, as far as it knows"));
        this.token = 0;
    }

    /** Returns the token of the term that is over, or 0 if there was none. */
    public long token() {
        return token;
    }
}
