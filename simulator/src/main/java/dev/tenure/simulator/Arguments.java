package dev.tenure.simulator;

import java.util.List;

/**
 * What the command line of the simulator says.
 *
 * @param seeds how many seeds to run
 * @param from the first seed
 * @param options how to run them
 * @param show what to print
 */
record Arguments(long seeds, long from, Options options, Show show) {
    private static final long DEFAULT_SEEDS = 2_000;
    private static final int MILLIONTHS_PER_PERCENT = 10_000;
    private static final String USAGE =
            "usage: [--seeds N] [--from SEED] [--nodes K] [--drift PERCENT] [--trace | --digests]";

    /** What is printed. */
    enum Show {
        /** What was found in all seeds, and a line that sums it up. */
        SUMMARY,
        /** Everything that happens in the first seed. */
        TRACE,
        /** A number per seed by which two machines can compare their runs. */
        DIGESTS
    }

    /**
     * Reads the arguments.
     *
     * @throws IllegalArgumentException if they make no sense, with the usage
     */
    static Arguments of(String... args) {
        Arguments read = new Arguments(DEFAULT_SEEDS, 1, Options.standard(), Show.SUMMARY);
        List<String> left = List.of(args);
        for (int i = 0; i < left.size(); i++) {
            String name = left.get(i);
            if (name.equals("--trace")) {
                read = read.showing(Show.TRACE);
            } else if (name.equals("--digests")) {
                read = read.showing(Show.DIGESTS);
            } else if (i + 1 == left.size()) {
                throw new IllegalArgumentException("'" + name + "' is unknown or lacks its value; " + USAGE);
            } else {
                i++;
                read = read.with(name, number(name, left.get(i)));
            }
        }
        return read;
    }

    private static long number(String name, String value) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + name + " " + value + "' is not a number; " + USAGE, e);
        }
    }

    private Arguments showing(Show newShow) {
        return new Arguments(seeds, from, options, newShow);
    }

    private Arguments with(String name, long value) {
        return switch (name) {
            case "--seeds" -> new Arguments(value, from, options, show);
            case "--from" -> new Arguments(seeds, value, options, show);
            case "--nodes" -> new Arguments(seeds, from, options.withNodes(Math.toIntExact(value)), show);
            case "--drift" ->
                new Arguments(seeds, from, options.withDrift(Math.toIntExact(value * MILLIONTHS_PER_PERCENT)), show);
            default -> throw new IllegalArgumentException("unknown option '" + name + "'; " + USAGE);
        };
    }
}
