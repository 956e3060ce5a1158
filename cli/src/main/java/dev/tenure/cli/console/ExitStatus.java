package dev.tenure.cli.console;

/**
 * The exit codes of Tenure. Numbers are those of {@code sysexits.h} where possible, so that they seldom equal the code
 * of a command, which {@code tenure run} passes on. docs/operating.md explains all of them.
 */
public enum ExitStatus {
    OK(0),

    /**
     * {@code status}, {@code resign}, {@code transfer}: nobody leads the election, as far as its record tells.
     * {@code roster}: nobody stands in it. {@code simulate}: something was found. {@code doctor}: a check failed.
     */
    NOBODY_LEADS(1),

    /** A flag or an argument is wrong. */
    USAGE(64),

    /** {@code status}: the record cannot be read. */
    UNREADABLE(65),

    /** The store has no record of the election, or the folder of the store is not there. */
    NO_SUCH_ELECTION(66),

    /** {@code transfer}: no such candidate stands in the election and is able to lead. */
    NO_SUCH_CANDIDATE(67),

    /** The store did not answer. */
    UNREACHABLE(69),

    /** A mistake in Tenure itself. */
    INTERNAL(70),

    /** The machine lacks something that {@code tenure run} needs. */
    UNSUPPORTED(71),

    /** A folder or file cannot be created or written. {@code run --health}: the address cannot be listened on. */
    CANNOT_CREATE(73),

    /** {@code run --wait}: not elected in time. {@code resign}, {@code transfer}: not honoured in time. */
    NOT_IN_TIME(75),

    /** {@code run --once}: leadership was lost, and the command stopped. */
    LOST(76),

    /** A folder or file that guards a command belongs to another user, or others may write it. */
    UNSAFE(77),

    /** The store refuses, and trying again cannot help. */
    MISCONFIGURED(78),

    /** The command is there, but cannot be executed. */
    NOT_EXECUTABLE(126),

    /** There is no such command. */
    NOT_FOUND(127);

    private final int code;

    ExitStatus(int code) {
        this.code = code;
    }

    public int code() {
        return code;
    }
}
