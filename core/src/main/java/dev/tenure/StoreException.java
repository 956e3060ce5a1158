package dev.tenure;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/** A store could not do what it was asked. Its kind says what the caller may conclude, its message what to do. */
public final class StoreException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final boolean postponed;

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
        this(kind, false, message, cause);
    }

    private StoreException(Kind kind, boolean postponed, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.kind = requireNonNull(kind, "kind");
        this.postponed = postponed;
    }

    /**
     * Returns the failure of a claim that the store cannot grant yet, to anybody, or is still preparing for this
     * caller: it had no effect, and a later one will do. It says nothing against the candidate that sent it.
     */
    public static StoreException postponed(String message, @Nullable Throwable cause) {
        return new StoreException(Kind.UNREACHABLE, true, message, cause);
    }

    /** Returns the failure of every call to a store that was closed: nothing was sent. */
    public static StoreException closed(String store) {
        return new StoreException(Kind.UNREACHABLE, "the " + store + " store is closed: open another one");
    }

    /** Returns what the caller may conclude. */
    public Kind kind() {
        return kind;
    }

    /** Tells whether a claim only came too early, see {@link #postponed}. */
    public boolean isPostponed() {
        return postponed;
    }
}
