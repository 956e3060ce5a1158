package dev.tenure.cli.store;

import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.Durations;
import dev.tenure.cli.console.ExitStatus;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The option for how long a command that looks once waits for the store. */
public final class TimeoutOption {
    /** Longer than a candidate waits: this process has just started, and trouble is when people look. */
    static final Duration PATIENT = Duration.ofSeconds(15);

    @Option(
            names = "--timeout",
            paramLabel = "D",
            converter = Durations.class,
            description = "How long the store may take to answer. Default: 15s.")
    private Duration timeout = PATIENT;

    /** Returns the time, which is longer than none. */
    public Duration get() {
        if (timeout.isZero()) {
            throw new CommandFailure(
                    ExitStatus.USAGE, "--timeout 0s leaves the store no time to answer: use 1s or longer");
        }
        return timeout;
    }
}
