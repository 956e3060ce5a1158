package dev.tenure.http.peer.protocol;

import java.io.IOException;

/** A peer answered that it will not. */
public final class PeerRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    public PeerRefusedException(int status, String problem) {
        super(problem);
        this.status = status;
    }

    /** Returns the status code of the answer. */
    public int status() {
        return status;
    }

    /** What is wrong with a question, and the status code that says so. */
    public static PeerRefusedException malformed(IOException wrong) {
        return new PeerRefusedException(400, "the question cannot be read: " + wrong.getMessage());
    }
}
