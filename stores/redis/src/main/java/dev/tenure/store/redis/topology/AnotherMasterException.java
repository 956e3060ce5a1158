package dev.tenure.store.redis.topology;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;

/** A majority of the voters names another server as the master; nothing was sent, so the call may go there instead. */
public final class AnotherMasterException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    AnotherMasterException(String message) {
        super(message);
    }

    /** Returns the failure of the call, if it does not go there. */
    public StoreException asFailure() {
        return new StoreException(Kind.UNREACHABLE, String.valueOf(getMessage()));
    }
}
