package dev.tenure.cli.run;

import dev.tenure.Term;
import dev.tenure.cli.console.Durations;
import dev.tenure.cli.console.Verbosity;
import dev.tenure.cli.guardian.RunOutcome;
import dev.tenure.spi.TimeSource;
import java.io.IOException;
import java.time.Duration;
import picocli.CommandLine.Option;

/** The option for running COMMAND again in the same term. */
public final class RestartOption {
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    /** When a command that has ended is run again. */
    enum When {
        NEVER,
        FAILURE,
        ALWAYS
    }

    @Option(
            names = "--restart",
            paramLabel = "WHEN",
            description = "Run COMMAND again, without an election, when it has ended by itself: 'always', or after a"
                    + " 'failure', which is a code other than 0. Default: never; exit with its code.")
    private When when = When.NEVER;

    /** One more run of the command. */
    @FunctionalInterface
    interface Run {
        RunOutcome run() throws IOException;
    }

    /** Runs the command again as long as it ends by itself, with growing pauses, and returns the last outcome. */
    RunOutcome after(RunOutcome first, Term term, Run again) throws IOException {
        RunOutcome outcome = first;
        Duration pause = FIRST_PAUSE;
        while (outcome.kind() == RunOutcome.Kind.ENDED && isToRunAgain(outcome.code())) {
            Verbosity.say("the command ended with exit code " + outcome.code() + ": it runs again in "
                    + Durations.show(pause));
            if (!waits(term, pause)) {
                return RunOutcome.of(term.isCurrent() ? RunOutcome.Kind.STOPPED : RunOutcome.Kind.LOST);
            }
            long began = TimeSource.system().nanos();
            outcome = again.run();
            boolean ranLong = TimeSource.system().nanos() - began > LONGEST_PAUSE.toNanos();
            pause = ranLong ? FIRST_PAUSE : shorter(pause.multipliedBy(2), LONGEST_PAUSE);
        }
        return outcome;
    }

    private boolean isToRunAgain(int code) {
        return when == When.ALWAYS || (when == When.FAILURE && code != 0);
    }

    private static boolean waits(Term term, Duration pause) {
        try {
            return term.pause(pause);
        } catch (InterruptedException cancelled) {
            return false;
        }
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
