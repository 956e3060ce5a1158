package dev.tenure.cli;

import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.CommandVersion;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.simulator.SimulateMain;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs whole clusters in virtual time. */
@Command(
        name = "simulate",
        description = "Runs whole clusters in virtual time, one for each seed, and reports what went wrong in them.",
        mixinStandardHelpOptions = true,
        versionProvider = CommandVersion.class,
        sortOptions = false)
final class SimulateCommand implements Callable<Integer> {
    private static final int MOST_NODES = 100;

    @Option(names = "--seeds", paramLabel = "N", defaultValue = "2000", description = "How many. Default: 2000.")
    private long seeds;

    @Option(names = "--from", paramLabel = "S", defaultValue = "1", description = "The first seed. Default: 1.")
    private long from;

    @Option(names = "--nodes", paramLabel = "K", description = "How many machines. Default: drawn from the seed.")
    private @Nullable Integer nodes;

    /** The simulator exits by itself, with 1 if it found anything. */
    @Override
    public Integer call() {
        require(seeds > 0, "--seeds must be at least 1");
        require(nodes == null || (nodes > 0 && nodes <= MOST_NODES), "--nodes must be from 1 to " + MOST_NODES);
        List<String> arguments = new ArrayList<>(List.of("--seeds", "" + seeds, "--from", "" + from));
        if (nodes != null) {
            arguments.addAll(List.of("--nodes", "" + nodes));
        }
        SimulateMain.main(arguments.toArray(String[]::new));
        return ExitStatus.OK.code();
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new CommandFailure(ExitStatus.USAGE, otherwise);
        }
    }
}
