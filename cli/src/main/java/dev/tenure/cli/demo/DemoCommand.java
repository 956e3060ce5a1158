package dev.tenure.cli.demo;

import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.CommandVersion;
import dev.tenure.cli.console.Durations;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.console.Terminal;
import dev.tenure.cli.guardian.ShellTools;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The command {@code tenure demo}. */
@Command(
        name = "demo",
        description = "Runs three processes on a temporary store, kills the leader repeatedly, and shows how long"
                + " it takes until the next one leads.",
        mixinStandardHelpOptions = true,
        versionProvider = CommandVersion.class,
        sortOptions = false)
public final class DemoCommand implements Callable<Integer> {
    @Option(names = "--rounds", paramLabel = "N", description = "End after N rounds. Default: continue until Ctrl-C.")
    private @Nullable Integer rounds;

    @Option(
            names = "--every",
            paramLabel = "D",
            defaultValue = "3s",
            converter = Durations.class,
            description = "How long a leader leads before it is killed. Default: 3s.")
    private Duration every = Duration.ZERO;

    @Spec
    private CommandSpec spec = CommandSpec.create(); // replaced by picocli

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (rounds != null && rounds < 1) {
            throw new CommandFailure(
                    ExitStatus.USAGE, "--rounds must be at least 1; leave it out to continue until Ctrl-C");
        }
        ShellTools.requireTools();
        DemoScreen screen = new DemoScreen(System.out, Terminal.isThere());
        try (Demo demo = Demo.start(spec.root().userObject().getClass(), screen)) {
            Thread atCtrlC = new Thread(demo::close, "tenure-demo-end");
            Runtime.getRuntime().addShutdownHook(atCtrlC);
            screen.say(demo.play(rounds == null ? Integer.MAX_VALUE : rounds, every));
        }
        return ExitStatus.OK.code();
    }
}
