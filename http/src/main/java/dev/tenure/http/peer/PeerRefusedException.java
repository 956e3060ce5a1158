package dev.tenure.http.peer;

import java.io.IOException;

/** A peer answered that it will not. */
final class PeerRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;

    PeerRefusedException(int status, String problem) {
        super(problem);
        this.status = status;
    }

    /** Returns the status code of the answer. */
    int status() {
        return status;
    }

    /** What is wrong with a question, and the status code that says so. */
    static PeerRefusedException malformed(IOException wrong) {
        return new PeerRefusedException(400, "the question cannot be read: " + wrong.getMessage());
    }
}
