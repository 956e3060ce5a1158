package dev.tenure.cli.run;

import dev.tenure.Term;
import dev.tenure.cli.console.Durations;
import dev.tenure.cli.console.Verbosity;
import dev.tenure.cli.guardian.RunOutcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for what runs before COMMAND of each term, and after it. */
public final class HookOptions {
    /** The lease is still held or has run out meanwhile, so nobody may wait for ever. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Option(
            names = "--on-elected",
            paramLabel = "LINE",
            description = "What the shell runs when this process is elected, before COMMAND and under the same guard;"
                    + " if it fails, COMMAND does not start.")
    private @Nullable String onElected;

    @Option(
            names = "--on-lost",
            paramLabel = "LINE",
            description = "What the shell runs when COMMAND is gone and leadership with it, for 10s at most.")
    private @Nullable String onLost;

    /** Returns the command of a term, with what has to run before it. */
    List<String> before(List<String> command) {
        if (onElected == null) {
            return command;
        }
        List<String> line = new ArrayList<>(List.of(
                "sh", "-c", "(eval \"$1\") </dev/null || exit; shift; exec \"$@\"", "tenure-on-elected", onElected));
        line.addAll(command);
        return line;
    }

    /** Runs what has to run after a term. Its failure is said, and changes nothing. */
    void after(Term term, RunOutcome outcome) {
        if (onLost == null) {
            return;
        }
        Map<String, String> environment = Map.of(
                "TENURE_ELECTION", term.election(),
                "TENURE_CANDIDATE", term.candidate().name(),
                "TENURE_TOKEN", Long.toString(term.token()),
                "TENURE_OUTCOME", outcome.kind().name().toLowerCase(Locale.ROOT));
        try {
            OptionalInt code = ShellLine.run(onLost, environment, LIMIT);
            if (code.isEmpty()) {
                Verbosity.say("--on-lost was killed after " + Durations.show(LIMIT));
            } else if (code.getAsInt() != 0) {
                Verbosity.say("--on-lost ended with exit code " + code.getAsInt());
            }
        } catch (IOException failed) {
            Verbosity.say("--on-lost could not be run: " + failed.getMessage());
        }
    }
}
