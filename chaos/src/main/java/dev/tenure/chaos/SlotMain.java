package dev.tenure.chaos;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * The command {@code chaos/slots STORE KILLS [SEED]}: kills the leader of {@code leadAt} that often, prints one line,
 * and exits 1 if a slot was lost, or run again after it was saved.
 */
public final class SlotMain {
    private static final Duration TTL = Duration.ofSeconds(4);

    private SlotMain() {}

    @SuppressWarnings("SystemOut") // a command
    public static void main(String[] arguments) throws Exception {
        String seed = arguments.length > 2 ? arguments[2] : "1";
        Path folder = Files.createTempDirectory("tenure-slots-");
        ChaosOptions options = ChaosOptions.parse("--store", arguments[0], "--seed", seed);
        try (Deployment deployment = Deployments.start(options, folder)) {
            SlotRun.Result result =
                    new SlotRun(deployment, folder, TTL, options.seed()).run(Integer.parseInt(arguments[1]));
            System.out.println("store=" + arguments[0] + " seed=" + seed + " " + result.line());
            result.problems().forEach(System.out::println);
            System.out.println("kept: " + folder);
            System.exit(result.problems().isEmpty() ? 0 : 1);
        }
    }
}
