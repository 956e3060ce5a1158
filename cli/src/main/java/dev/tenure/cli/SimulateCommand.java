package dev.tenure.cli;

import dev.tenure.cli.arguments.Option;
import dev.tenure.cli.arguments.Subcommand;
import dev.tenure.cli.arguments.Syntax;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.simulator.SimulateMain;
import java.util.ArrayList;
import java.util.List;

/** Runs the simulator. */
final class SimulateCommand implements Subcommand {
    private static final int MOST_NODES = 100;
    private static final int MOST_DRIFT = 50;

    private static final long SEEDS = 2000;

    private final Option<Long> seeds = Option.longNumber("--seeds", "N", "How many. Default: " + SEEDS + ".");
    private final Option<Long> from = Option.longNumber("--from", "S", "The first seed. Default: 1.");
    private final Option<Integer> nodes =
            Option.number("--nodes", "K", "How many machines. Default: drawn from the seed.");
    private final Option<Integer> drift = Option.number(
            "--drift", "PERCENT", "How far the rates of clocks may be off. Default: 5, which the engine tolerates.");
    private final Option<Boolean> trace = Option.flag("--trace", "Print every event of the first seed.");
    private final Option<Boolean> digests =
            Option.flag("--digests", "Print one number per seed, to compare two machines or versions.");
    private final Syntax syntax = new Syntax(
                    "tenure simulate",
                    "Runs whole clusters in virtual time, one for each seed, and reports broken promises.")
            .options(seeds, from, nodes, drift, trace, digests);

    @Override
    public Syntax syntax() {
        return syntax;
    }

    /** The simulator exits by itself, with 1 if there are findings. */
    @Override
    public int call() {
        long number = seeds.or(SEEDS);
        int machines = nodes.or(1);
        int rates = drift.or(0);
        require(number > 0, "--seeds must be at least 1");
        require(machines > 0 && machines <= MOST_NODES, "--nodes must be from 1 to " + MOST_NODES);
        require(rates >= 0 && rates <= MOST_DRIFT, "--drift must be from 0 to " + MOST_DRIFT);
        require(!trace.isGiven() || !digests.isGiven(), "--trace and --digests exclude each other");
        List<String> arguments = new ArrayList<>(List.of("--seeds", "" + number, "--from", "" + from.or(1L)));
        if (nodes.isGiven()) {
            arguments.addAll(List.of("--nodes", "" + machines));
        }
        if (drift.isGiven()) {
            arguments.addAll(List.of("--drift", "" + rates));
        }
        if (trace.isGiven()) {
            arguments.add("--trace");
        }
        if (digests.isGiven()) {
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
