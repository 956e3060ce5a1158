package dev.tenure.cli;

import dev.tenure.spi.StoreException;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** Turns whatever went wrong into one line and an exit code. */
final class OneLineErrors implements IParameterExceptionHandler, IExecutionExceptionHandler {
    private final Messages messages;

    OneLineErrors(Messages messages) {
        this.messages = messages;
    }

    @Override
    public int handleParseException(ParameterException wrong, String[] args) {
        String help = wrong.getCommandLine().getCommandSpec().qualifiedName() + " --help";
        Messages.say(wrong.getMessage() + "; see '" + help + "'");
        return ExitStatus.USAGE.code();
    }

    @Override
    public int handleExecutionException(Exception thrown, CommandLine command, ParseResult parsed) {
        CommandFailure failure = failure(thrown);
        Messages.say(String.valueOf(failure.getMessage()));
        if (messages.isDebug()) {
            thrown.printStackTrace();
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
                ExitStatus.INTERNAL,
                "a mistake in Tenure: " + thrown + "; --debug shows where, please report it",
                thrown);
    }
}
