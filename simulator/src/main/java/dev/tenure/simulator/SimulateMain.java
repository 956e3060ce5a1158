package dev.tenure.simulator;

import dev.tenure.spi.TimeSource;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;

/**
 * Runs seeds, and prints what was found and one line that sums it up.
 *
 * <p>Exits with 0 if nothing was found, 1 if something was, 2 if the arguments make no sense.
 */
public final class SimulateMain {
    private SimulateMain() {}

    /** Runs the simulator with the given arguments. */
    public static void main(String[] args) {
        System.exit(run(System.out, args));
    }

    /** Runs the simulator, prints to the given stream, and returns the exit code. */
    static int run(PrintStream out, String... args) {
        Arguments arguments;
        try {
            arguments = Arguments.of(args);
        } catch (IllegalArgumentException e) {
            out.println(e.getMessage());
            return 2;
        }
        return switch (arguments.show()) {
            case TRACE -> trace(arguments, out) ? 0 : 1;
            case DIGESTS -> digests(arguments, out) ? 0 : 1;
            case SUMMARY -> summary(arguments, out) ? 0 : 1;
        };
    }

    private static boolean trace(Arguments arguments, PrintStream out) {
        Result result = Simulation.run(arguments.from(), arguments.options().withTrace());
        result.trace().forEach(out::println);
        result.findings().forEach(finding -> out.println("FOUND " + finding));
        return result.findings().isEmpty();
    }

    /** One line per seed, to be compared with those of another JDK. */
    private static boolean digests(Arguments arguments, PrintStream out) {
        boolean fine = true;
        for (long seed = arguments.from(); seed < arguments.from() + arguments.seeds(); seed++) {
            Result result = Simulation.run(seed, arguments.options());
            out.println(seed + " " + Long.toHexString(result.digest()));
            fine &= result.findings().isEmpty();
        }
        return fine;
    }

    /** The first failing seed is shown in full, the others by name. */
    private static boolean summary(Arguments arguments, PrintStream out) {
        TimeSource time = TimeSource.system();
        long start = time.nanos();
        Summary summary = Batch.run(arguments.from(), arguments.seeds(), arguments.options());
        Duration wall = Duration.ofNanos(time.nanos() - start);
        List<Result> failed = summary.failed();
        failed.stream()
                .limit(1)
                .map(result -> Simulation.run(result.seed(), arguments.options().withTrace()))
                .forEach(result -> result.trace().forEach(out::println));
        failed.forEach(result ->
                out.println("seed " + result.seed() + ": " + result.findings().get(0)));
        out.println(summary.line(wall));
        return failed.isEmpty();
    }
}
