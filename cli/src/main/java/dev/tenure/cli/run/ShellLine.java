package dev.tenure.cli.run;

import dev.tenure.cli.store.StoreOption;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;

/** A command line of the user's that the shell runs beside COMMAND, within a limit: hooks and health checks. */
final class ShellLine {
    private ShellLine() {}

    /**
     * Runs the line, with no input and our output, in a session of its own, so that a Ctrl-C is not its end. An
     * interrupt is kept for the caller.
     *
     * @return its exit code, or empty if it had to be killed at the end of its time
     */
    static OptionalInt run(String line, Map<String, String> environment, Duration limit) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("setsid", "sh", "-c", "eval \"$1\" </dev/null", "tenure-hook", line)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().remove(StoreOption.VARIABLE);
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!endsWithin(process, limit)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            return OptionalInt.empty();
        }
        return OptionalInt.of(process.exitValue());
    }

    private static boolean endsWithin(Process process, Duration limit) {
        Deadline until = Deadline.after(TimeSource.system(), limit);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return process.waitFor(until.remaining().toMillis(), TimeUnit.MILLISECONDS);
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
