package dev.tenure.testkit;

import java.util.ArrayList;
import java.util.List;

/**
 * A resource that checks tokens: it takes a write only with a token at least as high as the highest it has seen.
 * Thread-safe.
 */
public final class FencedRegister {
    private long highestToken;
    private final List<Write> taken = new ArrayList<>();
    private final List<Write> refused = new ArrayList<>();

    /**
     * One write that was tried.
     *
     * @param token the token it came with
     * @param value what was to be written
     */
    public record Write(long token, String value) {}

    /** Takes the value unless a higher token has been here before; tells whether it did. */
    public synchronized boolean write(long token, String value) {
        Write write = new Write(token, value);
        if (token < highestToken) {
            refused.add(write);
            return false;
        }
        highestToken = token;
        taken.add(write);
        return true;
    }

    /** Returns the highest token that was here, or 0. */
    public synchronized long highestToken() {
        return highestToken;
    }

    /** Returns the writes that were taken, in order. */
    public synchronized List<Write> taken() {
        return List.copyOf(taken);
    }

    /** Returns the writes that were refused, in order: a leader that came too late, each of them. */
    public synchronized List<Write> refused() {
        return List.copyOf(refused);
    }
}
