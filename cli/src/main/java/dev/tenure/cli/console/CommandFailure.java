package dev.tenure.cli.console;

import dev.tenure.StoreException;
import java.nio.file.FileSystemException;
import org.jspecify.annotations.Nullable;

/** Ends a command with an exit code. The message is the one line that people see, and names the remedy. */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ExitStatus status;

    public CommandFailure(ExitStatus status, String message) {
        this(status, message, null);
    }

    public CommandFailure(ExitStatus status, String message, @Nullable Throwable cause) {
        super(message, cause);
        this.status = status;
    }

    /** Returns the failure of a command whose store failed. */
    public static CommandFailure of(StoreException failure) {
        return new CommandFailure(statusOf(failure), String.valueOf(failure.getMessage()), failure);
    }

    private static ExitStatus statusOf(StoreException failure) {
        if (failure.kind() != StoreException.Kind.MISCONFIGURED) {
            return ExitStatus.UNREACHABLE;
        }
        return failure.getCause() instanceof FileSystemException ? ExitStatus.CANNOT_CREATE : ExitStatus.MISCONFIGURED;
    }

    public ExitStatus status() {
        return status;
    }
}
