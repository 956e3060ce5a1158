package dev.tenure.aws;

import dev.tenure.StoreException.Kind;
import dev.tenure.store.support.FailureMeaning;

/** Says what an error of the SDK means that is not an answer of the service. */
public final class ClientErrors {
    private static final String NO_CREDENTIALS = "Unable to load credentials";

    private ClientErrors() {}

    /** Returns what may be concluded of a write that ended in it. */
    public static Kind kind(RuntimeException cause) {
        if (isMisconfigured(cause)) {
            return Kind.MISCONFIGURED;
        }
        return cause instanceof ConnectFailedException ? Kind.UNREACHABLE : Kind.OUTCOME_UNKNOWN;
    }

    /** Tells whether credentials or the region are missing, without which nothing is sent. */
    public static boolean isMisconfigured(RuntimeException cause) {
        String words = String.valueOf(cause.getMessage());
        return words.contains(NO_CREDENTIALS)
                || words.contains("Profile file contained no credentials")
                || words.contains("Unable to load region");
    }

    /** Returns what went wrong, on one line: what lies behind the words of the SDK. */
    public static String words(RuntimeException cause) {
        if (cause instanceof ConnectFailedException) {
            return String.valueOf(cause.getMessage());
        }
        if (String.valueOf(cause.getMessage()).contains(NO_CREDENTIALS)) {
            return "no AWS credentials were found"; // the SDK names every place it looked at, in 1,500 characters
        }
        Throwable behind = FailureMeaning.rootOf(cause);
        String reason = FailureMeaning.oneLine(behind.getMessage());
        return behind == cause ? reason : behind.getClass().getSimpleName() + (reason.isEmpty() ? "" : " " + reason);
    }
}
