package dev.tenure.chaos;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * The command: runs candidates on a real store under random faults, prints one line, and exits 1 if anything is wrong.
 */
public final class ChaosMain {
    private static final int USAGE = 2;

    private ChaosMain() {}

    /** Runs with the given command line; {@link ChaosOptions#USAGE} says what it takes. */
    @SuppressWarnings("SystemOut") // a command
    public static void main(String[] arguments) throws Exception {
        ChaosOptions options;
        try {
            options = ChaosOptions.parse(arguments);
        } catch (IllegalArgumentException e) {
            System.err.println(e.getMessage());
            System.exit(USAGE);
            return;
        }
        Path folder = options.folder().isPresent()
                ? Files.createDirectories(options.folder().get().toAbsolutePath())
                : Files.createTempDirectory("tenure-chaos-");
        ChaosRun.Result result = new ChaosRun(options, folder).run();
        System.out.println(result.line());
        System.out.println("faults: " + result.faults());
        result.problems().forEach(System.out::println);
        if (result.isClean() && options.folder().isEmpty()) {
            delete(folder);
        } else {
            System.out.println("kept: " + folder + ", drawn in plot.svg");
        }
        System.exit(result.isClean() ? 0 : 1);
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
