package dev.tenure.cli.guardian;

import dev.tenure.cli.console.CommandFailure;
import org.jspecify.annotations.Nullable;

/**
 * An outcome in the course of {@code tenure run}.
 *
 * @param kind what happened
 * @param code the exit code of the command, if it ended by itself
 * @param failure why it cannot go on, or null if it can
 */
public record RunOutcome(Kind kind, int code, @Nullable CommandFailure failure) {

    /** The kinds. */
    public enum Kind {
        /** This candidate was elected, and its command starts. */
        ELECTED,

        /** The command ended by itself. */
        ENDED,

        /** The command was stopped because the term was given up by choice or on request. */
        STOPPED,

        /** The command was stopped because the term was lost, or its guardian was killed. */
        LOST,

        /** The command could not be started. */
        FAILED,

        /** The store will never work as it is. */
        HOPELESS
    }

    public static RunOutcome of(Kind kind) {
        return new RunOutcome(kind, 0, null);
    }

    static RunOutcome ended(int code) {
        return new RunOutcome(Kind.ENDED, code, null);
    }

    /** Returns why a term ends that nothing but the end of its command ends, for people. */
    public String cause() {
        return kind == Kind.ENDED
                ? "its command ended with exit code " + code
                : "its command was stopped: its guardian ended, or heard of no renewal in time";
    }

    public static RunOutcome failed(Kind kind, CommandFailure failure) {
        return new RunOutcome(kind, 0, failure);
    }
}
