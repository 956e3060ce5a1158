package dev.tenure.http.peer.protocol;

import java.io.IOException;

/** A peer refused a question. */
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

    /** Returns the refusal of a malformed question. */
    public static PeerRefusedException malformed(IOException wrong) {
        return new PeerRefusedException(400, "the question cannot be read: " + wrong.getMessage());
    }
}
