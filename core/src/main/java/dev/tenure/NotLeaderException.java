package dev.tenure;

/** A term was required to be current, and was over. */
public final class NotLeaderException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final long token;

    public NotLeaderException(String election, long token) {
        super("term " + token + " of election '" + election + "' is over: stop, another candidate may lead by now");
        this.token = token;
    }

    /** Returns the token of the term that is over. */
    public long token() {
        return token;
    }
}
