package dev.tenure.spi;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** A store could not do what it was asked. Its kind says what the caller may conclude, its message what to do. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;

    /** What the caller of a failed call may conclude. */
    public enum Kind {
        /** The call had no effect; trying again is safe. */
        UNREACHABLE,

        /** The call may have taken effect, or may yet: read before concluding anything. */
        OUTCOME_UNKNOWN,

        /** The call had no effect, and trying again cannot help until a person changes something. */
        MISCONFIGURED
    }

    public StoreException(Kind kind, String message) {
        this(kind, message, null);
    }

    public StoreException(Kind kind, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = requireNonNull(kind, "kind");
    }

    /** Returns what the caller may conclude. */
    public Kind kind() {
        return kind;
    }
}
