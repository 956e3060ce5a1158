package dev.tenure.simulator;

import dev.tenure.spi.TimeSource;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;

/**
 * Runs seeds, and prints their findings and a summary.
 *
 * <p>Exits with 0 without findings, 1 with findings, and 2 if the arguments are invalid.
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
        return switch (arguments.output()) {
            case TRACE -> trace(arguments, out) ? 0 : 1;
            case DIGESTS -> digests(arguments, out) ? 0 : 1;
            case SUMMARY -> summary(arguments, out) ? 0 : 1;
        };
    }

    private static boolean trace(Arguments arguments, PrintStream out) {
        RunResult result = Simulation.run(arguments.from(), arguments.options().withTrace());
        result.trace().forEach(out::println);
        result.findings().forEach(finding -> out.println("FOUND " + finding));
        return result.findings().isEmpty();
    }

    /** Prints one line per seed, to compare runs on different machines and JDKs. */
    private static boolean digests(Arguments arguments, PrintStream out) {
        boolean fine = true;
        for (long seed = arguments.from(); seed < arguments.from() + arguments.seeds(); seed++) {
            RunResult result = Simulation.run(seed, arguments.options());
            out.println(seed + " " + Long.toHexString(result.digest()));
            fine &= result.findings().isEmpty();
        }
        return fine;
    }

    /** Prints the trace of the first seed with findings, the first finding of each such seed, and the summary. */
    private static boolean summary(Arguments arguments, PrintStream out) {
        TimeSource time = TimeSource.system();
        long start = time.nanos();
        RunSummary summary = SeedRunner.run(arguments.from(), arguments.seeds(), arguments.options());
        Duration wall = Duration.ofNanos(time.nanos() - start);
        List<RunResult> failed = summary.failed();
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
