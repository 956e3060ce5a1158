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

/** Runs the simulator. */
@Command(
        name = "simulate",
        description = "Runs whole clusters in virtual time, one for each seed, and reports broken promises.",
        mixinStandardHelpOptions = true,
        versionProvider = CommandVersion.class,
        sortOptions = false)
final class SimulateCommand implements Callable<Integer> {
    private static final int MOST_NODES = 100;
    private static final int MOST_DRIFT = 50;

    @Option(names = "--seeds", paramLabel = "N", defaultValue = "2000", description = "How many. Default: 2000.")
    private long seeds;

    @Option(names = "--from", paramLabel = "S", defaultValue = "1", description = "The first seed. Default: 1.")
    private long from;

    @Option(names = "--nodes", paramLabel = "K", description = "How many machines. Default: drawn from the seed.")
    private @Nullable Integer nodes;

    @Option(
            names = "--drift",
            paramLabel = "PERCENT",
            description = "How far the rates of clocks may be off. Default: 5, which the engine tolerates.")
    private @Nullable Integer drift;

    @Option(names = "--trace", description = "Print every event of the first seed.")
    private boolean trace;

    @Option(names = "--digests", description = "Print one number per seed, to compare two machines or versions.")
    private boolean digests;

    /** The simulator exits by itself, with 1 if there are findings. */
    @Override
    public Integer call() {
        require(seeds > 0, "--seeds must be at least 1");
        require(nodes == null || (nodes > 0 && nodes <= MOST_NODES), "--nodes must be from 1 to " + MOST_NODES);
        require(drift == null || (drift >= 0 && drift <= MOST_DRIFT), "--drift must be from 0 to " + MOST_DRIFT);
        require(!trace || !digests, "--trace and --digests exclude each other");
        List<String> arguments = new ArrayList<>(List.of("--seeds", "" + seeds, "--from", "" + from));
        if (nodes != null) {
            arguments.addAll(List.of("--nodes", "" + nodes));
        }
        if (drift != null) {
            arguments.addAll(List.of("--drift", "" + drift));
        }
        if (trace) {
            arguments.add("--trace");
        }
        if (digests) {
            arguments.add("--digests");
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
