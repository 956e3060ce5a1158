package dev.tenure.cli;

import dev.tenure.StoreException;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.console.Verbosity;
import dev.tenure.cli.store.StoreOption;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints every error as one line, and returns its exit code. */
final class ErrorPrinter implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private final Verbosity messages;

    ErrorPrinter(Verbosity messages) {
        this.messages = messages;
    }

    @Override
    public int handleParseException(ParameterException wrong, String[] args) {
        String help = wrong.getCommandLine().getCommandSpec().qualifiedName() + " --help";
        Verbosity.say(wrong.getMessage() + advice(wrong, List.of(args)) + " see '" + help + "'");
        return ExitStatus.USAGE.code();
    }

    private static String advice(ParameterException wrong, List<String> args) {
        if (!(wrong instanceof UnmatchedArgumentException unmatched)) {
            return ";";
        }
        // Without it, an option of the command that shall run is taken for one of Tenure's.
        boolean lacksSeparator = wrong.getCommandLine().getCommandName().equals("run") && !args.contains("--");
        boolean isLong = unmatched.getUnmatched().get(0).length() > 2;
        if (!unmatched.getSuggestions().isEmpty() && (isLong || !lacksSeparator)) {
            return "; is '" + unmatched.getSuggestions().get(0) + "' meant?";
        }
        return lacksSeparator ? "; write '--' before the command, as in: tenure run payroll -- ./payroll.sh;" : ";";
    }

    @Override
    public int handleExecutionException(Exception thrown, CommandLine command, ParseResult parsed) {
        CommandFailure failure = failure(thrown);
        String message = String.valueOf(failure.getMessage());
        StoreOption store = failure.status() == ExitStatus.UNREACHABLE ? storeOf(command.getCommandSpec()) : null;
        Verbosity.say(store == null ? message : store.blame(message));
        if (messages.isDebug()) {
            System.err.print(Verbosity.trace(thrown));
        }
        return failure.status().code();
    }

    /** Returns the store option of the command, or null if it has none. */
    private static @Nullable StoreOption storeOf(CommandSpec command) {
        for (CommandSpec mixin : command.mixins().values()) {
            StoreOption store = mixin.userObject() instanceof StoreOption own ? own : storeOf(mixin);
            if (store != null) {
                return store;
            }
        }
        return null;
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
