package dev.tenure.simulator;

import java.util.List;

/**
 * What the command line of the simulator says.
 *
 * @param seeds how many seeds to run
 * @param from the first seed
 * @param options how to run them
 * @param traced whether to run only the first one, and print what happens in it
 */
record Arguments(long seeds, long from, Options options, boolean traced) {
    private static final long DEFAULT_SEEDS = 2_000;
    private static final int MILLIONTHS_PER_PERCENT = 10_000;

    static final String USAGE = "usage: [--seeds N] [--from SEED] [--nodes K] [--drift PERCENT] [--trace]";

    /**
     * Reads the arguments.
     *
     * @throws IllegalArgumentException if they are none, with the usage
     */
    static Arguments of(String... args) {
        Arguments read = new Arguments(DEFAULT_SEEDS, 1, Options.standard(), false);
        List<String> left = List.of(args);
        for (int i = 0; i < left.size(); i++) {
            if (left.get(i).equals("--trace")) {
                read = new Arguments(read.seeds, read.from, read.options, true);
            } else if (i + 1 == left.size()) {
                throw new IllegalArgumentException("'" + left.get(i) + "' has no value; " + USAGE);
            } else {
                read = read.with(left.get(i), left.get(++i));
            }
        }
        return read;
    }

    private Arguments with(String name, String value) {
        long number;
        try {
            number = Long.parseLong(value);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + name + " " + value + "' is not a number; " + USAGE, e);
        }
        return switch (name) {
            case "--seeds" -> new Arguments(number, from, options, traced);
            case "--from" -> new Arguments(seeds, number, options, traced);
            case "--nodes" -> new Arguments(seeds, from, options.withNodes(Math.toIntExact(number)), traced);
            case "--drift" ->
                new Arguments(seeds, from, options.withDrift(Math.toIntExact(number) * MILLIONTHS_PER_PERCENT), traced);
            default -> throw new IllegalArgumentException("unknown option '" + name + "'; " + USAGE);
        };
    }
}
