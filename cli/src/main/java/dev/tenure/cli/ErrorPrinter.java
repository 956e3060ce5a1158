package dev.tenure.cli;

import dev.tenure.StoreException;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.console.Verbosity;
import java.util.function.UnaryOperator;

/** Prints every error as one line, and returns its exit code. */
final class ErrorPrinter {
    private ErrorPrinter() {}

    /**
     * Prints an error.
     *
     * @param blame adds the address of the store to a message about one that did not answer
     * @param traces whether to print the stack trace too
     */
    static int print(Exception thrown, UnaryOperator<String> blame, boolean traces) {
        CommandFailure failure = failure(thrown);
        String message = String.valueOf(failure.getMessage());
        Verbosity.say(failure.status() == ExitStatus.UNREACHABLE ? blame.apply(message) : message);
        if (traces) {
            System.err.print(Verbosity.trace(thrown));
        }
        return failure.status().code();
    }

    private static CommandFailure failure(Exception thrown) {
        if (thrown instanceof CommandFailure failure) {
            return failure;
        }
        if (thrown instanceof StoreException failed) {
            return CommandFailure.of(failed);
        }
        return new CommandFailure(
                ExitStatus.INTERNAL, "a bug in Tenure: " + thrown + "; --debug shows where, please report it", thrown);
    }
}
