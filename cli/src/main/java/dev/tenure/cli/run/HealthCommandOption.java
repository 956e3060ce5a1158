package dev.tenure.cli.run;

import dev.tenure.CandidateBuilder;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.Durations;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.console.Verbosity;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options for a command that tells whether this machine is fit to lead. */
public final class HealthCommandOption {
    /** One failure may be an accident, and a hand-over costs more than a check. */
    private static final int FAILURES = 3;

    @Option(
            names = "--health-command",
            paramLabel = "LINE",
            description = "What the shell runs again and again, elected or not; after it has failed 3 times in a row,"
                    + " this process gives up leadership, and does not stand until it succeeds.")
    private @Nullable String line;

    @Option(
            names = "--health-every",
            paramLabel = "D",
            converter = Durations.class,
            description = "How often --health-command runs, and how long it may take. Default: 5s.")
    private Duration every = Duration.ofSeconds(5);

    private int failures;

    /** Whether it could lead; not before the first success. */
    private volatile boolean able;

    /** Begins to check, if there is a command for it. */
    void start(CandidateBuilder candidate) {
        if (line == null) {
            return;
        }
        if (every.isZero()) {
            throw new CommandFailure(
                    ExitStatus.USAGE, "--health-every 0s leaves no time between two checks: use 1s or longer");
        }
        ScheduledThreadPoolExecutor started = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "tenure-health-command");
            thread.setDaemon(true);
            return thread;
        });
        String checked = line;
        var unused = started.scheduleWithFixedDelay(() -> check(checked), 0, every.toMillis(), TimeUnit.MILLISECONDS);
        candidate.ableToLead(() -> able);
    }

    private void check(String checked) {
        try {
            heard(ShellLine.run(checked, Map.of(), every));
        } catch (IOException notStarted) {
            heard(OptionalInt.empty());
        }
    }

    private void heard(OptionalInt code) {
        if (code.isPresent() && code.getAsInt() == 0) {
            failures = 0;
            able = true;
            return;
        }
        failures++;
        if (failures == FAILURES) {
            String why = code.isPresent() ? "exit code " + code.getAsInt() : "no answer in " + Durations.show(every);
            Verbosity.say("--health-command failed " + FAILURES + " times in a row (" + why + "): not able to lead");
            able = false;
        }
    }
}
