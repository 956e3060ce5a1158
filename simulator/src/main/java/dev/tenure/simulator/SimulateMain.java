package dev.tenure.simulator;

import dev.tenure.spi.TimeSource;
import java.io.PrintStream;
import java.time.Duration;

/** Runs seeds and prints what was found; exits with 1 if anything was. */
public final class SimulateMain {
    private static final int MOST_SHOWN = 5;

    private SimulateMain() {}

    /** Runs the simulator with the given arguments. */
    public static void main(String[] args) {
        System.exit(run(args, System.out));
    }

    /** Runs the simulator, prints to the given stream, and returns the exit code. */
    static int run(String[] args, PrintStream out) {
        Arguments arguments = Arguments.of(args);
        if (arguments.traced()) {
            Result result = Simulation.run(arguments.from(), arguments.options().withTrace());
            print(result, out);
            return result.findings().isEmpty() ? 0 : 1;
        }
        long start = TimeSource.system().nanos();
        Summary summary = Batch.run(arguments.from(), arguments.seeds(), arguments.options());
        for (Result failed : summary.failed().stream().limit(MOST_SHOWN).toList()) {
            print(Simulation.run(failed.seed(), arguments.options().withTrace()), out);
        }
        for (Result failed : summary.failed()) {
            out.println("seed " + failed.seed() + ": " + failed.findings().get(0));
        }
        out.println(summary.line(Duration.ofNanos(TimeSource.system().nanos() - start)));
        return summary.failed().isEmpty() ? 0 : 1;
    }

    private static void print(Result result, PrintStream out) {
        result.trace().forEach(out::println);
        result.findings().forEach(finding -> out.println("FOUND " + finding));
    }
}
