package dev.tenure.simulator;

import dev.tenure.simulator.scenario.RunOptions;
import java.util.List;

/**
 * The command line arguments of the simulator.
 *
 * @param seeds how many seeds to run
 * @param from the first seed
 * @param options how to run them
 * @param output what to print
 */
record Arguments(long seeds, long from, RunOptions options, Output output) {
    private static final long DEFAULT_SEEDS = 2_000;
    private static final int MILLIONTHS_PER_PERCENT = 10_000;
    private static final int MOST_NODES = 100;
    private static final int MOST_DRIFT = 50;
    private static final String USAGE =
            "usage: [--seeds N] [--from SEED] [--nodes K] [--drift PERCENT] [--trace | --digests]";

    /** The kinds of output. */
    enum Output {
        /** The findings of all seeds, and a summary. */
        SUMMARY,
        /** The trace of the first seed. */
        TRACE,
        /** The digest of each seed. */
        DIGESTS
    }

    /**
     * Reads the arguments.
     *
     * @throws IllegalArgumentException if they are invalid, with the usage
     */
    static Arguments of(String... args) {
        Arguments read = new Arguments(DEFAULT_SEEDS, 1, RunOptions.standard(), Output.SUMMARY);
        List<String> left = List.of(args);
        for (int i = 0; i < left.size(); i++) {
            String name = left.get(i);
            if (name.equals("--trace")) {
                read = read.withOutput(Output.TRACE);
            } else if (name.equals("--digests")) {
                read = read.withOutput(Output.DIGESTS);
            } else if (i + 1 == left.size()) {
                throw new IllegalArgumentException("'" + name + "' is unknown or lacks its value; " + USAGE);
            } else {
                i++;
                read = read.with(name, number(name, left.get(i)));
            }
        }
        return read;
    }

    private static int upTo(int most, int least, String name, long value) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(name + " must be from " + least + " to " + most + "; " + USAGE);
        }
        return (int) value;
    }

    private static long number(String name, String value) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + name + " " + value + "' is not a number; " + USAGE, e);
        }
    }

    private Arguments withOutput(Output newOutput) {
        return new Arguments(seeds, from, options, newOutput);
    }

    private Arguments with(String name, long value) {
        return switch (name) {
            case "--seeds" -> new Arguments(value, from, options, output);
            case "--from" -> new Arguments(seeds, value, options, output);
            case "--nodes" -> new Arguments(seeds, from, options.withNodes(upTo(MOST_NODES, 1, name, value)), output);
            case "--drift" ->
                new Arguments(
                        seeds,
                        from,
                        options.withDrift(upTo(MOST_DRIFT, 0, name, value) * MILLIONTHS_PER_PERCENT),
                        output);
            default -> throw new IllegalArgumentException("unknown option '" + name + "'; " + USAGE);
        };
    }
}
