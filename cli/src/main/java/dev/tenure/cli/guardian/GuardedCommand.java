package dev.tenure.cli.guardian;

import java.time.Duration;
import java.util.List;

/**
 * The command that a leader runs.
 *
 * @param election the election, and
 * @param candidate the name of this candidate, both for the environment of the command
 * @param command the command and its arguments
 * @param grace how long it has between TERM and KILL
 * @param files the locks that keep it apart from the command of a predecessor
 * @param input whether it reads the stdin of this process
 */
public record GuardedCommand(
        String election, String candidate, List<String> command, Duration grace, GuardFiles files, boolean input) {
    public GuardedCommand {
        command = List.copyOf(command);
    }

    GuardedCommand with(List<String> other) {
        return new GuardedCommand(election, candidate, other, grace, files, input);
    }
}
