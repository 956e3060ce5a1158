package dev.tenure;

import static java.util.Objects.requireNonNull;

/** A fence refused a write, because a later term of the election wrote to the same resource before it. */
public final class StaleTokenException extends IllegalStateException {
    private static final long serialVersionUID = 1L;

    private final String resource;
    private final String election;
    private final long token;
    private final long highestToken;

    /**
     * Makes the exception of one refused write.
     *
     * @param token the token that the write came with
     * @param highestToken the token of the later term
     */
    public StaleTokenException(String resource, String election, long token, long highestToken) {
        super("the write to '" + resource + "' was refused: token " + token + " of election '" + election
                + "' is older than token " + highestToken + ", which wrote there: stop, another term has begun");
        this.resource = requireNonNull(resource, "resource");
        this.election = requireNonNull(election, "election");
        this.token = token;
        this.highestToken = highestToken;
    }

    /** Returns what the fence guards. */
    public String resource() {
        return resource;
    }

    /** Returns the election of both tokens. */
    public String election() {
        return election;
    }

    /** Returns the token that the write came with. */
    public long token() {
        return token;
    }

    /** Returns the highest token that wrote to the resource. */
    public long highestToken() {
        return highestToken;
    }
}
