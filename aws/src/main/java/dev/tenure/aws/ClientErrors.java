package dev.tenure.aws;

import dev.tenure.StoreException.Kind;
import dev.tenure.store.support.FailureMeaning;
import dev.tenure.store.support.FailureWords;

/** Explains errors of the SDK that are not answers of the service. */
public final class ClientErrors {
    private static final String NO_CREDENTIALS = "Unable to load credentials";

    private ClientErrors() {}

    /** Returns what the caller may conclude if a write failed like this. */
    public static Kind kind(RuntimeException cause) {
        if (isMisconfigured(cause)) {
            return Kind.MISCONFIGURED;
        }
        return cause instanceof ConnectFailedException ? Kind.UNREACHABLE : Kind.OUTCOME_UNKNOWN;
    }

    /** Tells whether credentials or the region are missing; then nothing is sent. */
    public static boolean isMisconfigured(RuntimeException cause) {
        String words = String.valueOf(cause.getMessage());
        return words.contains(NO_CREDENTIALS)
                || words.contains("Profile file contained no credentials")
                || words.contains("Unable to load region");
    }

    /** Returns the root cause on one line. */
    public static String words(RuntimeException cause) {
        if (cause instanceof ConnectFailedException) {
            return String.valueOf(cause.getMessage());
        }
        if (String.valueOf(cause.getMessage()).contains(NO_CREDENTIALS)) {
            return "no AWS credentials were found"; // the SDK names every place it looked at, in 1,500 characters
        }
        Throwable behind = FailureMeaning.rootOf(cause);
        return behind == cause ? FailureMeaning.oneLine(behind.getMessage()) : FailureWords.of(behind);
    }
}
