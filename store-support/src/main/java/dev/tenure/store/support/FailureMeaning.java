package dev.tenure.store.support;

import static java.util.Objects.requireNonNull;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.CheckResult;
import org.jspecify.annotations.Nullable;

/**
 * What a failed call means for its caller, and what a person can do about it.
 *
 * @param kind what the caller may conclude of a write that failed like this
 * @param remedy what a person can do; empty if nothing is known
 */
public record FailureMeaning(Kind kind, String remedy) {
    public FailureMeaning {
        requireNonNull(kind, "kind");
        requireNonNull(remedy, "remedy");
    }

    /** The call had no effect, and may work later. */
    public static FailureMeaning unreachable(String remedy) {
        return new FailureMeaning(Kind.UNREACHABLE, remedy);
    }

    /** The call had no effect, and cannot work until a person changes something. */
    public static FailureMeaning misconfigured(String remedy) {
        return new FailureMeaning(Kind.MISCONFIGURED, remedy);
    }

    /** The call may have taken effect. */
    public static FailureMeaning outcomeUnknown(String remedy) {
        return new FailureMeaning(Kind.OUTCOME_UNKNOWN, remedy);
    }

    /** Returns the same for a call that writes nothing, and so cannot have taken effect. */
    public FailureMeaning ofReading() {
        return kind == Kind.OUTCOME_UNKNOWN ? unreachable(remedy) : this;
    }

    /**
     * Returns the exception: {@code DOING failed: WORDS: REMEDY}.
     *
     * @param doing what was tried, such as {@code reading the record of payroll}
     * @param words what went wrong, on one line
     */
    public StoreException exception(String doing, String words, Throwable cause) {
        return new StoreException(kind, message(doing, words), cause);
    }

    private String message(String doing, String words) {
        return doing + " failed: " + words + (remedy.isEmpty() ? "" : ": " + remedy);
    }

    /** Returns a failed check of the doctor, with another remedy if this one is empty. */
    public CheckResult check(String subject, String doing, String words, String otherwise) {
        return CheckResult.fail(subject, doing + " failed: " + words, remedy.isEmpty() ? otherwise : remedy);
    }

    /** Returns a text on one line, empty if there is none. */
    public static String oneLine(@Nullable String text) {
        return text == null ? "" : text.strip().replaceAll("\\s*\\R\\s*", "; ");
    }

    /** Returns the innermost cause. */
    public static Throwable rootOf(Throwable thrown) {
        Throwable root = thrown;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
