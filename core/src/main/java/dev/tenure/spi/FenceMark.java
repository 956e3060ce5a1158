package dev.tenure.spi;

import static java.util.Objects.requireNonNull;

import dev.tenure.StaleTokenException;

/**
 * What a fence remembers about the resource it guards: the election whose leaders write to it, and the highest token
 * that did. For authors of fences: every fence keeps this, and decides by {@link #requireAdmits}, or by the same
 * comparison in the language of its server.
 *
 * @param resource the name of what is guarded
 * @param election the election that the fence belongs to
 * @param token the highest token that wrote, at least 1
 */
public record FenceMark(String resource, String election, long token) {
    public FenceMark {
        requireName(resource, "resource");
        requireName(election, "election");
        if (token < 1) {
            throw new IllegalArgumentException("a token is 1 or more, not " + token
                    + ": pass the token of the term, or of TENURE_TOKEN in a command");
        }
    }

    private static void requireName(String name, String what) {
        if (requireNonNull(name, what).isBlank()) {
            throw new IllegalArgumentException("the name of the " + what + " of a fence is blank: give it one");
        }
    }

    /**
     * Returns if the write may be made: it comes from the same election, with this token or a higher one.
     *
     * @throws StaleTokenException if its token is lower
     * @throws IllegalStateException if it comes from another election, whose tokens cannot be compared with these
     */
    public void requireAdmits(FenceMark write) {
        if (!election.equals(write.election)) {
            throw new IllegalStateException("the fence of '" + resource + "' belongs to election '" + election
                    + "', and election '" + write.election + "' wanted to write: give each election a resource of its"
                    + " own, or remove the mark of the fence if the election was renamed");
        }
        if (write.token < token) {
            throw new StaleTokenException(resource, election, write.token, token);
        }
    }
}
